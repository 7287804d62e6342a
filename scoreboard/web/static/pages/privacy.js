// What the box keeps, where, and how to erase it.

import { button, el, section, t } from "../lib/dom.js";
import { fetchRole, remove } from "../lib/send.js";

const KINDS = ["games", "names", "pictures", "phones", "settings", "dice", "backups", "logs", "nowhere"];
const said = () => KINDS.map((kind) => [el("h3", {}, t(`privacy-head-${kind}`)), el("p", {}, t(`privacy-${kind}`))]);

/** The page; an owner's phone has the button that erases the pictures. */
export async function show(main) {
  const reply = el("p", { role: "status" });
  const role = await fetchRole().catch(() => null);
  main.append(
    section(
      t("privacy"),
      "privacy",
      said(),
      role === "owner" ? eraser(reply) : el("p", { class: "hint" }, t("privacy-owner")),
      reply,
    ),
  );
}

/** Two taps: the second one erases. */
function eraser(reply) {
  let sure = false;
  const erase = button(
    t("privacy-button"),
    async () => {
      if (!sure) {
        sure = true;
        erase.textContent = t("privacy-really");
        return;
      }
      erase.disabled = true;
      reply.textContent = await remove("pictures").then(
        ({ games }) => t("privacy-erased", { games }),
        (error) => error.message,
      );
    },
    { class: "main" },
  );
  return erase;
}
