/** Picks one tab of the browser for an announcement, so that it appears once. */

/** A hidden tab waits this long, so that a visible one goes first. */
const hiddenDelayMs = 500;
/** How long the tab that announces keeps others out: tabs of other processes see what it stored only a moment later. */
const heldMs = 5_000;
/** Number of announcements to remember; older ones do not occur again. */
const remembered = 200;
const storeName = 'fairline.said';

/** True for the one tab that should make this announcement. */
export async function isFirstToAnnounce(what: string): Promise<boolean> {
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, hiddenDelayMs));
  if (!('locks' in navigator)) return isFirst(what);
  return new Promise((resolve, reject) => {
    const decide = async (lock: Lock | null) => {
      const first = lock !== null && isFirst(what);
      resolve(first);
      if (first) await new Promise((released) => setTimeout(released, heldMs));
    };
    navigator.locks.request(`${storeName} ${what}`, { ifAvailable: true }, decide).catch(reject);
  });
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
