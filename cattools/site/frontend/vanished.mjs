// @ts-check
// A worker can be gone without an error. So it holds a lock under its own name for as long as it lives; whoever asks
// for the same lock is given it when the worker is no more.

// Firefox throws a page away that has a lock where it would keep it for the way back: there, and where there are no
// locks, a worker that vanishes stays unnoticed.
const LOCKS = Boolean(navigator.locks) && !navigator.userAgent.includes("Firefox/");

/** @returns {string} a name for a worker; empty where nobody will notice that it is gone */
export const nameOfItsOwn = () => (LOCKS ? crypto.randomUUID() : "");

/**
 * In the worker: hold the lock, if it has a name.
 * @param {() => void} held tells that it is asked for from now on
 */
export function stay(held) {
  if (!self.name) return;
  const hold = () => {
    held();
    return new Promise(() => {});
  };
  navigator.locks.request(self.name, hold).catch(() => {}); // refused where nothing may be kept
}

/**
 * On the page: notice when a worker that holds its lock is gone, for whatever reason.
 * @param {string} name
 * @param {() => void} tell
 */
export function whenVanished(name, tell) {
  const noticed = new AbortController();
  let asking = new AbortController();
  const ask = () => {
    asking = new AbortController();
    const granted = () => {
      noticed.abort();
      tell();
    };
    navigator.locks.request(name, { signal: asking.signal }, granted).catch(() => {}); // given up below
  };
  // A page that is kept for the way back asks anew then: WebKit forgets what it asked before.
  addEventListener("pagehide", () => asking.abort(), { signal: noticed.signal });
  addEventListener("pageshow", ({ persisted }) => persisted && ask(), { signal: noticed.signal });
  ask();
}
