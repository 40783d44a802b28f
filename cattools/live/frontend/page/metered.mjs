// @ts-check
/** @returns {boolean} whether the reader may pay for each byte, as far as the browser knows */
export function isMetered() {
  const { connection } = navigator;
  return Boolean(connection?.saveData || connection?.type === "cellular");
}
