/**
 * A confirmation in the middle of the page, on the native dialog: focus stays inside and begins at `data-first`, Escape means no, and a key that was already
 * held down does nothing.
 */
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** The actions, the primary one last. */
  foot: ReactNode;
  onSubmit: () => void;
}

export function Dialog({ open, onClose, title, children, foot, onSubmit }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>('[data-first]')?.focus();
    }
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  // If the dialog is unmounted while open, the focus returns as if it had been closed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  // The Enter key that opened the dialog, if held down, would also confirm it. In a text field it still starts a new line.
  const ignoreHeld = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
  };
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onKeyDown={ignoreHeld}
      // A dialog that was opened again before this event stays open.
      onClose={(event) => event.target === ref.current && !ref.current.open && onClose()}
      className="enter-up m-auto max-h-[92dvh] w-[calc(100%-2rem)] max-w-form flex-col overflow-hidden rounded-sheet border border-line bg-surface p-0 shadow-float open:flex"
    >
      {open && (
        <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
          <h2 id={id} className="px-4 pt-4 text-16 font-strong">
            {title}
          </h2>
          <Body titleId={id}>{children}</Body>
          <footer className="flex flex-wrap items-start justify-end gap-2 border-t border-line p-4">{foot}</footer>
        </form>
      )}
    </dialog>
  );
}

const controls = 'a[href], button, input, select, textarea, summary';

/** A text too long for the dialog takes the focus if it contains no control, so that it can be scrolled by keyboard. */
function Body({ titleId, children }: { titleId: string; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null);
  const [isStop, setStop] = useState(false);
  useLayoutEffect(() => {
    const body = ref.current;
    if (!body) return;
    const look = () => setStop(body.scrollHeight > body.clientHeight && !body.querySelector(controls));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(body);
    return () => observer.disconnect();
  }, []);
  return (
    <section
      ref={ref}
      aria-labelledby={isStop ? titleId : undefined}
      tabIndex={isStop ? 0 : undefined}
      className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4 text-14 focus-visible:-outline-offset-2"
    >
      {children}
    </section>
  );
}
