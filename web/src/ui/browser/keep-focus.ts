/**
 * Moves the focus when its element leaves the page: to its replacement, else beside it, else to the common container. So keyboard users never start again at
 * the top because a button was locked or a row removed. Controls that move money never inherit the focus: a key pressed twice must not trigger another action.
 */
import { useEffect } from 'react';

const reachable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]';

/** Controls that send something or cost money inherit no focus. */
const noHeir = '[data-no-heir], [type="submit"]';

interface Place {
  parent: Element;
  /** The index among the parent's children. */
  index: number;
}

/** The focused element with its ancestors, from the inside out. */
interface Held {
  element: Element;
  places: Place[];
  /** Its `data-heir`: an element with such a name passes the focus first to an element of the same name, even if another held the focus for it meanwhile. */
  name: string | undefined;
}

function hold(element: Element): Held {
  const places: Place[] = [];
  for (let child = element; child.parentElement && child !== document.body; child = child.parentElement) {
    places.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  }
  return { element, places, name: (element as HTMLElement).dataset.heir };
}

function firstReachable(part: Element, fits: (one: HTMLElement) => boolean): HTMLElement | null {
  const found = part.matches(reachable) ? [part] : [...part.querySelectorAll(reachable)];
  return (found as HTMLElement[]).find((one) => fits(one) && one.checkVisibility({ visibilityProperty: true })) ?? null;
}

const isNameless = (one: HTMLElement) => one.dataset.heir === undefined && !one.matches(noHeir);

function heirOf({ places, name }: Held): HTMLElement | null {
  for (const { parent, index } of places) {
    if (!parent.isConnected) continue;
    const namesake = name === undefined ? null : firstReachable(parent, ({ dataset }) => dataset.heir === name);
    if (namesake) return namesake;
    const children = [...parent.children];
    for (const child of [...children.slice(index), ...children.slice(0, index).reverse()]) {
      const heir = firstReachable(child, isNameless);
      if (heir) return heir;
    }
    if (parent.matches('[tabindex]')) return parent as HTMLElement;
  }
  return null;
}

/** Watches the whole page while the component is mounted. */
export function useKeptFocus(): void {
  useEffect(() => {
    // The page may be in use before this code has loaded.
    const here = document.activeElement;
    let held: Held | null = here && here !== document.body ? hold(here) : null;
    const gain = ({ target }: FocusEvent) => {
      held = target instanceof Element ? hold(target) : null;
    };
    // If the user moved the focus, the element is still on the page after the event; then nothing is kept.
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
      if (document.activeElement !== document.body && document.activeElement !== null) return;
      const heir = heirOf(lost);
      heir?.focus({ preventScroll: true });
      // A replacement keeps the name of its original, so that the focus can return.
      if (heir && document.activeElement === heir) held = { ...hold(heir), name: heir.dataset.heir ?? lost.name };
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
