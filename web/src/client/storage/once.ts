/** One of a person's tabs says a thing, and no tab says it again. */

/** Where the page is out of sight, one that is looked at goes first. */
const behindMs = 500;
/** More than can be told at once; older ones are not told again anyway. */
const remembered = 200;
const storeName = 'fairline.said';

/** True for the one tab that is to say it. */
export async function firstToSay(what: string): Promise<boolean> {
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, behindMs));
  return 'locks' in navigator ? navigator.locks.request(storeName, () => isFirst(what)) : isFirst(what);
}

function isFirst(what: string): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storeName) ?? '[]');
    const said = Array.isArray(stored) ? stored : [];
    if (said.includes(what)) return false;
    localStorage.setItem(storeName, JSON.stringify([...said, what].slice(-remembered)));
  } catch {
    // Without storage each tab says it.
  }
  return true;
}
