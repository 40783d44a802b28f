// @ts-check
// Helpers to fetch files.

/**
 * Fetch a file. If the response is not OK, throws an error with the file's name and the status.
 * @type {(address: string, how?: RequestInit) => Promise<Response>}
 */
export async function download(address, how) {
  const answer = await fetch(address, how);
  if (!answer.ok) throw new Error(`${new URL(address).pathname.split("/").at(-1)}: ${answer.status}`);
  return answer;
}

/**
 * Add a `<link>` to the page's head.
 * @type {(rel: string, href: string) => HTMLLinkElement}
 */
export function addLink(rel, href) {
  const link = Object.assign(document.createElement("link"), { rel, href });
  document.head.append(link);
  return link;
}
