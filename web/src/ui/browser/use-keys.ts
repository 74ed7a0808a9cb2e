/** Keyboard shortcuts while a panel is open: not while the user types, not with a modifier, not under another dialog. */
import { type RefObject, useEffect, useRef } from 'react';

/** `press` returns whether it handled the key. `panel` is the dialog that the keys belong to, or any element inside it. */
export function useKeys(panel: RefObject<HTMLElement | null>, press: (key: string) => boolean): void {
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        event.repeat ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        isTypedInto(event.target)
      )
        return;
      const top = [...document.querySelectorAll('dialog[open]')].at(-1);
      if (top !== panel.current?.closest('dialog')) return;
      if (latest.current(event.key)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [panel]);
}

function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}
