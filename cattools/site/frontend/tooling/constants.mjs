// @ts-check
// The optimizations as constants of a bundle, so that what is turned off is not part of it.

/**
 * @param {{ [name: string]: boolean }} optimizations
 * @returns {{ [name: string]: string }} for esbuild's `define`
 */
export function constants(optimizations) {
  return Object.fromEntries(Object.entries(optimizations).map(([name, on]) => [`OPTIMIZATIONS.${name}`, String(on)]));
}
