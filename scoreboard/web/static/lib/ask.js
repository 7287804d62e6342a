// What an owner's pages ask of the server: a value and its tag come back, or a Refusal that says what to do.

import { open } from "./dialog.js";
import { api, button, el, reach, t } from "./dom.js";
import { Refusal } from "./send.js";

const FILE_MS = 600_000; // a backup of many pictures, over a weak Wi-Fi

/** Ask; ``body`` is sent as JSON, a file as it is. Throws a Refusal, with ``fields`` where single values were wrong. */
export async function ask(path, { method = "GET", body, headers = {}, query } = {}) {
  const isFile = body instanceof Blob;
  const type = body === undefined ? {} : { "Content-Type": isFile ? body.type : "application/json" };
  const answer = await reach(api(path, query), {
    method,
    limit: isFile ? FILE_MS : undefined,
    headers: { ...type, ...headers },
    body: isFile || body === undefined ? body : JSON.stringify(body),
  }).catch(() => {
    throw new Refusal(0, t("no-answer"));
  });
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return { value: said, tag: answer.headers.get("ETag") };
  throw Object.assign(new Refusal(answer.status, said.error || t("no-answer")), { fields: said.fields ?? {} });
}

export const send = (method, path, body, headers) => ask(path, { method, body, headers });

/** A button that does something once, and has ``said`` say why that was refused. */
export function acting(words, kind, said, act) {
  const once = async () => {
    node.disabled = true;
    said.textContent = "";
    try {
      await act();
    } catch (error) {
      said.textContent = error.message;
    } finally {
      node.disabled = false;
    }
  };
  const node = button(words, once, { class: kind });
  return node;
}

/** Ask before something that is not easily taken back. */
export function sure(title, why, yes, act) {
  const said = el("p", { class: "reply", role: "alert" });
  const go = acting(yes, "main", said, async () => {
    await act();
    sheet.close();
  });
  const sheet = open(title, [el("p", {}, why), said, go]);
}
