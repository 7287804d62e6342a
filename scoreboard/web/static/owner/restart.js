// The server begins again: how one knows that it is back.

import { reach } from "../lib/dom.js";

const RELOAD_MS = 1_500;

/** Once the server is one that began after this was asked: an old one has run for longer than that. */
export async function isBack() {
  const asked = Date.now();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, RELOAD_MS));
    const ran = await uptime().catch(() => null);
    if (ran !== null && 1000 * ran <= Date.now() - asked) return;
  }
}

async function uptime() {
  return (await (await reach("/health")).json()).uptime_s;
}
