/** Keyboard shortcuts of buttons: the key shown on the button, and the listener. */
import { useEffect } from 'react';

export function KeyHint({ of }: { of: string }) {
  return (
    <kbd aria-hidden className="rounded-control border border-current px-1 text-12 font-normal max-md:hidden">
      {of}
    </kbd>
  );
}

type Acts = Readonly<Record<string, (() => void) | false | undefined>>;

/** Runs an action on its key while mounted: not while the user types, with a modifier, or while `off`. Keys of the `page` do not work under a dialog. */
export function useKeyShortcuts(
  acts: Acts,
  { off = false, page = false }: { off?: boolean; page?: boolean } = {},
): void {
  useEffect(() => {
    if (off) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (
        event.target instanceof HTMLInputElement ||
        event.target instanceof HTMLTextAreaElement ||
        event.target instanceof HTMLSelectElement
      )
        return;
      const act = acts[event.key.toLowerCase()];
      if (!act || (page && document.querySelector('dialog:modal'))) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
