/**
 * Where the focus goes when what has it leaves the page: to what stands in its place, else beside it, else to what holds both.
 * So a keyboard never starts again at the top because a market was suspended, a selection was removed or a row went.
 */
import { useEffect } from 'react';

const reachable = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]';

interface Place {
  parent: Element;
  /** Among the children of the parent. */
  index: number;
}

/** What had the focus, with where it stood, from the inside out. */
interface Held {
  element: Element;
  places: Place[];
}

function hold(element: Element): Held {
  const places: Place[] = [];
  for (let child = element; child.parentElement && child !== document.body; child = child.parentElement) {
    places.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  }
  return { element, places };
}

function firstReachable(part: Element): HTMLElement | null {
  const found = part.matches(reachable) ? [part] : [...part.querySelectorAll(reachable)];
  return (found as HTMLElement[]).find((one) => one.checkVisibility({ visibilityProperty: true })) ?? null;
}

function heirOf({ places }: Held): HTMLElement | null {
  for (const { parent, index } of places) {
    if (!parent.isConnected) continue;
    const children = [...parent.children];
    for (const child of [...children.slice(index), ...children.slice(0, index).reverse()]) {
      const heir = firstReachable(child);
      if (heir) return heir;
    }
    if (parent.matches('[tabindex]')) return parent as HTMLElement;
  }
  return null;
}

/** Watches the whole page while the component stands. */
export function useKeptFocus(): void {
  useEffect(() => {
    let held: Held | null = null;
    const gain = ({ target }: FocusEvent) => {
      held = target instanceof Element ? hold(target) : null;
    };
    // Left by the person's own hand it is still on the page once the event is over; then nothing is kept.
    const leave = () => {
      const left = held;
      queueMicrotask(() => {
        if (held === left && left?.element.isConnected) held = null;
      });
    };
    const look = () => {
      if (!held || held.element.isConnected) return;
      const lost = held;
      held = null;
      if (document.activeElement === document.body || document.activeElement === null) heirOf(lost)?.focus({ preventScroll: true });
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', gain);
    document.addEventListener('focusout', leave);
    return () => {
      watcher.disconnect();
      document.removeEventListener('focusin', gain);
      document.removeEventListener('focusout', leave);
    };
  }, []);
}
