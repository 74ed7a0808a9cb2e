/** A panel that slides in from the edge, on the native dialog: focus stays inside, Escape and a press outside close it, and focus returns to where it was. */
import { i18n } from '@lingui/core';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../controls/button.tsx';
import { Icon } from '../graphics/icon.tsx';
import { cx } from '../theme/cx.ts';

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** The actions, the primary one last. */
  foot?: ReactNode;
}

/** Opens from the right edge; on a small screen from below. */
const shape =
  'enter-up mx-0 mt-auto mb-0 w-full max-h-[92dvh] rounded-t-sheet md:enter-right md:my-0 md:mr-0 md:ml-auto md:h-dvh md:max-h-none md:w-drawer md:rounded-none';

export function Sheet({ open, onClose, title, children, foot }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) dialog.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  // Unmounted while open, it would prevent the focus from returning.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the press outside is an extra for the pointer.
    <dialog
      ref={ref}
      aria-labelledby={id}
      // A sheet that was opened again before this event stays open.
      onClose={(event) => event.target === ref.current && !ref.current.open && onClose()}
      onClick={(event) => event.target === ref.current && onClose()}
      className={cx('flex-col overflow-hidden border border-line bg-surface p-0 shadow-float open:flex', shape)}
    >
      {open && (
        <>
          <header className="flex h-header shrink-0 items-center justify-between gap-3 border-b border-line pr-2 pl-4">
            <h2 id={id} className="text-16 font-strong">
              {title}
            </h2>
            <IconButton label={i18n._({ id: 'dialog.close', message: 'Close' })} onClick={onClose}>
              <Icon of={X} size={20} />
            </IconButton>
          </header>
          <div className="min-h-0 grow overflow-y-auto overscroll-contain">{children}</div>
          {foot && <footer className="flex shrink-0 justify-end gap-2 border-t border-line p-4">{foot}</footer>}
        </>
      )}
    </dialog>
  );
}
