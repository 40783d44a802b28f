// @ts-check
// Passes the optimizations to a bundle as constants, so that the bundle omits the code of optimizations that are off.

/**
 * @param {{ [name: string]: boolean }} optimizations
 * @returns {{ [name: string]: string }} for esbuild's `define`
 */
export function constants(optimizations) {
  return Object.fromEntries(Object.entries(optimizations).map(([name, on]) => [`OPTIMIZATIONS.${name}`, String(on)]));
}
