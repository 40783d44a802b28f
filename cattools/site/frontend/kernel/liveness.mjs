// @ts-check
// A worker can be gone without an error. So it holds a lock under its own name whenever it has something to do, and
// a page that awaits an answer looks whether somebody holds it. Nobody holds it in between: Firefox throws a page away
// that has a lock where it would keep it for the way back.

const LOOK_MS = 1000;
const LOOKS = 3; // in a row: a message can be on its way, and so can its answer

/** @returns {string} a name for a worker; empty where there are no locks, so that nobody notices that it is gone */
export const nameOfItsOwn = () => (navigator.locks ? crypto.randomUUID() : "");

/**
 * In the worker: hold the lock, if it has a name, until something is done.
 * @param {Promise<unknown>} done
 * @param {() => void} [held] tells that it is held
 */
export function atWork(done, held = () => {}) {
  if (!self.name) return;
  const hold = () => {
    held();
    return done;
  };
  navigator.locks.request(self.name, { mode: "shared" }, hold).catch(() => {}); // refused where nothing may be kept
}

/**
 * On the page: notice when a worker is gone that something is awaited of.
 * @param {string} name
 * @param {() => number | null} awaited how many answers have come so far; null where none is awaited
 * @param {() => void} tell
 * @returns {() => void} to be called when nothing more is awaited ever
 */
export function whenVanished(name, awaited, tell) {
  let idle = 0;
  /** @type {number | null} */
  let before = null;
  const look = async () => {
    const now = awaited();
    const free =
      now !== null && (await navigator.locks.request(name, { ifAvailable: true }, Boolean).catch(() => false));
    idle = free && now === before ? idle + 1 : 0;
    before = now;
    if (idle < LOOKS || awaited() !== now) return;
    clearInterval(looking);
    tell();
  };
  const looking = setInterval(look, LOOK_MS);
  return () => clearInterval(looking);
}
