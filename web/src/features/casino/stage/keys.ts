/** Keyboard shortcuts of a game: off while the player types or a dialog is open. A focused button keeps Enter and Space. */
import { useEffect, useRef } from 'react';

/** By key, as the browser names it, lower case: `{ h: hit, ' ': spin, Enter: spin }`. */
export type GameKeys = Readonly<Record<string, () => void>>;

export function useGameKeys(keys: GameKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (target?.matches('input, textarea, select') || document.querySelector('dialog[open]')) return;
      const isPress = event.key === ' ' || event.key === 'Enter';
      if (isPress && target?.closest('button, a, summary, [role="button"]')) return;
      const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
