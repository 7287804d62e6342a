// The sheets that the dock opens: one question each.

import { open, preview } from "../lib/dialog.js";
import { el, t } from "../lib/dom.js";

const wouldBe = () => el("div", { class: "preview", "aria-live": "polite" });

/** What a line would do, to be done or left; the ``sender`` sends just that. */
export function askFirst(words, asked, sender, onTaken) {
  const would = wouldBe(),
    sheet = open(words, [would]);
  const act = async (line, at, onOvertaken) => {
    if (!(await sender.send(line, "lines", { at, onOvertaken }))) return;
    sheet.close();
    onTaken();
  };
  preview(would, asked, act);
}

/** How the score should be; it is set by the ``sender`` only where play is still at the score that the form shows. */
export async function askScore(sender) {
  const would = wouldBe(),
    form = el("div");
  const [{ forget }, { fetchSettable, setForm }] = await Promise.all([
    import("./score_draft.js"),
    import("./score_form.js"),
  ]);
  const fill = async () => {
    const settable = await fetchSettable(),
      at = settable.expect; // the line is what differs from the score that the form shows
    const act = async (line, _, onOvertaken) => {
      if (!(await sender.send(line, "lines", { at, onOvertaken }))) return;
      forget();
      sheet.close();
    };
    const shown = (line) => preview(would, line, act, { at, onOvertaken: () => attempt(wentOn) });
    const isOpen = form.querySelector("details")?.open; // what was unfolded stays so where play went on
    form.replaceChildren(setForm(settable, shown));
    form.querySelector("details")?.toggleAttribute("open", Boolean(isOpen));
  };
  const wentOn = async () => {
    await fill();
    would.replaceChildren(el("p", { class: "went-on" }, t("look-again")));
  };
  const attempt = (act) => act().catch((error) => sender.tell(error.message || t("not-sent")));
  const sheet = open(t("set-score"), [form, would], { kind: "score" });
  await attempt(fill);
}
