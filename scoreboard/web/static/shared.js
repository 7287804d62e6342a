// One stream for all pages of a browser, in a worker that they share: a browser opens six connections to a server and
// no more, so the seventh page that had a stream of its own would never load. The worker's name is the language.

import { Stream } from "./stream.js";

const watching = new Set();
const now = { state: null, health: null, live: false };
const stream = new Stream((told) => {
  Object.assign(now, told);
  for (const page of watching) page.postMessage(told);
});

/** Tell a page from now on; what is so now it is told at once, unless that has to be asked for. */
function watch(page) {
  watching.add(page);
  if (!stream.isOpen) return stream.open(self.name);
  if (now.state) page.postMessage({ state: now.state, whole: true });
  if (now.health) page.postMessage({ health: now.health });
  return now.live && page.postMessage({ live: true });
}

/** A page is hidden, or gone: where it was the last one nobody is listened to. */
function rest(page) {
  watching.delete(page);
  if (!watching.size) stream.close();
}

/** What was heard is doubtful, as after another network was joined. */
function renew(page) {
  watching.add(page);
  stream.open(self.name);
}

const ASKED = { watch, rest, renew };

self.onconnect = ({ ports: [page] }) => {
  page.onmessage = ({ data }) => ASKED[data](page);
};
