/** Picks one tab of the browser for an announcement, so that it appears once. */

/** A hidden tab waits this long, so that a visible one goes first. */
const hiddenDelayMs = 500;
/** Number of announcements to remember; older ones do not occur again. */
const remembered = 200;
const storeName = 'fairline.said';

/** True for the one tab that should make this announcement. */
export async function isFirstToAnnounce(what: string): Promise<boolean> {
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, hiddenDelayMs));
  return 'locks' in navigator ? navigator.locks.request(storeName, () => isFirst(what)) : isFirst(what);
}

function isFirst(what: string): boolean {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storeName) ?? '[]');
    const announced = Array.isArray(stored) ? stored : [];
    if (announced.includes(what)) return false;
    localStorage.setItem(storeName, JSON.stringify([...announced, what].slice(-remembered)));
  } catch {
    // Without storage every tab makes the announcement.
  }
  return true;
}
