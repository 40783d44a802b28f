// @ts-check
// Detects workers that were terminated without an error. A worker holds a Web Lock under its own name while it is busy,
// and a page that awaits an answer checks that the lock is held. An idle worker does not hold the lock, because
// Firefox does not put pages with a Web Lock into the back/forward cache.

const CHECK_MS = 1000;
const CHECKS = 3; // consecutive checks that must find the lock free, because a message or its answer can be in transit

/** @returns {string} a unique name for a worker; "" without Web Locks, which are needed to notice a lost worker */
export const uniqueName = () => (navigator.locks ? crypto.randomUUID() : "");

/**
 * In the worker: hold the lock, if the worker has a name, until a promise is settled.
 * @param {Promise<unknown>} done
 * @param {() => void} [held] called once the lock is held
 */
export function holdLock(done, held = () => {}) {
  if (!self.name) return;
  const hold = () => {
    held();
    return done;
  };
  navigator.locks.request(self.name, { mode: "shared" }, hold).catch(() => {}); // rejects where storage is blocked
}

/**
 * On the page: call `report` when a worker from which an answer is awaited has vanished.
 * @param {string} name
 * @param {() => number | null} awaited returns the number of answers so far, or null if no answer is awaited
 * @param {() => void} report
 * @returns {() => void} stops watching
 */
export function watchWorker(name, awaited, report) {
  let lost = 0; // number of consecutive checks that found the lock free
  /** @type {number | null} */
  let before = null;
  const check = async () => {
    const now = awaited();
    const free =
      now !== null && (await navigator.locks.request(name, { ifAvailable: true }, Boolean).catch(() => false));
    lost = free && now === before ? lost + 1 : 0;
    before = now;
    if (lost < CHECKS || awaited() !== now) return;
    clearInterval(timer);
    report();
  };
  const timer = setInterval(check, CHECK_MS);
  return () => clearInterval(timer);
}
