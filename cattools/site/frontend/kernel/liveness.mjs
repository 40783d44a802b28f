// @ts-check
// Detects workers that were terminated without an error. A worker holds a Web Lock under its own name while it is busy,
// and a page that awaits an answer checks that the lock is held. An idle worker does not hold it, because Firefox does
// not put pages with a Web Lock into the back/forward cache.

const LOOK_MS = 1000;
const LOOKS = 3; // consecutive checks that must find the lock free, because a message or its answer can be in transit

/** @returns {string} a unique name for a worker; "" without Web Locks, when the end of a worker goes unnoticed */
export const nameOfItsOwn = () => (navigator.locks ? crypto.randomUUID() : "");

/**
 * In the worker: hold the lock, if the worker has a name, until a promise is settled.
 * @param {Promise<unknown>} done
 * @param {() => void} [held] called once the lock is held
 */
export function atWork(done, held = () => {}) {
  if (!self.name) return;
  const hold = () => {
    held();
    return done;
  };
  navigator.locks.request(self.name, { mode: "shared" }, hold).catch(() => {}); // rejects where storage is blocked
}

/**
 * On the page: call `tell` when a worker that owes an answer has vanished.
 * @param {string} name
 * @param {() => number | null} awaited returns the number of answers so far, or null if none is awaited
 * @param {() => void} tell
 * @returns {() => void} stops watching
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
