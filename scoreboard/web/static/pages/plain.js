// For a browser that cannot run the page's script, as those of older TVs and tablets: what the server has written is
// shown, and fetched again every few seconds. Written as browsers have understood it since 2012: keep it so.

(function () {
  "use strict";

  var EVERY_MS = 3000;
  var plain = document.querySelector(".plain");
  var isBegun = false;
  var isUnfetched = false; // a script that did not come is no script that could not be run

  /** The script says that it was understood (`begun`), and then that it has shown something (`shown`). */
  function said() {
    return document.body.getAttribute("data-script");
  }

  function begin() {
    var main = document.querySelector("main");
    if (isBegun) return;
    isBegun = true;
    while (main.firstChild) main.removeChild(main.firstChild);
    main.appendChild(plain);
    show(plain, false);
    setTimeout(ask, EVERY_MS);
  }

  /** Show what only such a browser is to see, and whether the stadium does not answer. */
  function show(section, isLost) {
    section.removeAttribute("hidden");
    toggle(section.querySelector(".old"), !isUnfetched);
    toggle(section.querySelector(".not-live"), isLost);
  }

  function toggle(line, isShown) {
    if (!line) return;
    if (isShown) line.removeAttribute("hidden");
    else line.setAttribute("hidden", "");
  }

  function ask() {
    var request = new XMLHttpRequest();
    request.open("GET", location.href);
    request.responseType = "document";
    request.timeout = EVERY_MS;
    request.onloadend = function () {
      var fresh = request.status === 200 && request.response && request.response.querySelector(".plain");
      if (fresh && isUnfetched) return location.reload();
      if (fresh) {
        fresh = document.importNode(fresh, true);
        plain.parentNode.replaceChild(fresh, plain);
        plain = fresh;
      }
      show(plain, !fresh);
      return setTimeout(ask, EVERY_MS);
    };
    request.send();
  }

  addEventListener(
    "error",
    function (event) {
      if (event.target !== window) isUnfetched = isUnfetched || event.target.tagName === "SCRIPT";
      else if (said() !== "shown") begin();
    },
    true
  );
  addEventListener("unhandledrejection", function (event) {
    if (said() !== "shown" && !/fetch|import|load/i.test(String(event.reason))) begin();
  });
  addEventListener("load", function () {
    if (!said()) begin();
  });
})();
