// A TV that shows a game does not go to sleep, where the browser lets a page ask for that: only with a certificate.

/** Keep the screen awake while this page is seen; a browser ends it whenever the page is hidden. */
export function stayAwake() {
  const ask = () => document.visibilityState === "visible" && navigator.wakeLock.request("screen").catch(() => null);
  document.addEventListener("visibilitychange", ask);
  ask();
}
