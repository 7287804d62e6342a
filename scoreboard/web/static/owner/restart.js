// The server begins again: how one knows that it is back.

import { reach } from "../lib/dom.js";

const RELOAD_MS = 1_500;

/** Once the server has been gone and is there again. */
export async function isBack() {
  const begun = await uptime().catch(() => Infinity);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, RELOAD_MS));
    const now = await uptime().catch(() => null);
    if (now !== null && now < begun) return;
  }
}

async function uptime() {
  return (await (await reach("/health")).json()).uptime_s;
}
