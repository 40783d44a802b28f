// @ts-check
// Sums by index, all 0 at first, and the indices whose sum is no longer 0, in the order of their arrival.

export class Sums {
  /** @param {number} size how many things there are */
  constructor(size) {
    this.values = new Float64Array(size);
    /** @type {number[]} */
    this.keys = [];
  }

  /** @type {(key: number, value: number) => void} give it this value, unless it has a higher one */
  raise(key, value) {
    const known = /** @type {number} */ (this.values[key]);
    if (known >= value) return;
    if (known === 0) this.keys.push(key);
    this.values[key] = value;
  }

  /** @type {(more: Sums) => void} */
  add(more) {
    for (const key of more.keys) {
      const known = /** @type {number} */ (this.values[key]);
      if (known === 0) this.keys.push(key);
      this.values[key] = known + /** @type {number} */ (more.values[key]);
    }
  }

  /** @type {(key: number) => number} */
  get(key) {
    return this.values[key] ?? 0;
  }

  clear() {
    for (const key of this.keys) this.values[key] = 0;
    this.keys.length = 0;
  }
}

/** For each key, the indices of the lists that contain it, in order, each repeated as often as the list contains it. */
export class Places {
  /**
   * @param {number[][]} lists of keys from 0
   * @param {number} count how many keys there are
   */
  constructor(lists, count) {
    this.starts = new Int32Array(count + 1); // where the numbers for each key begin
    for (const list of lists) for (const key of list) this.starts[key + 1]++;
    for (let key = 0; key < count; key++) this.starts[key + 1] += /** @type {number} */ (this.starts[key]);
    this.numbers = new Int32Array(this.starts[count] ?? 0);
    const next = this.starts.slice();
    for (const [n, list] of lists.entries()) for (const key of list) this.numbers[next[key]++] = n;
  }

  /** @type {(key: number) => Int32Array} none for a negative key */
  of(key) {
    if (key < 0) return new Int32Array();
    return this.numbers.subarray(this.starts[key], this.starts[key + 1]);
  }
}
