/** A conversation: each message shows its author by side and name, and the newest at the bottom stays visible. */
import { i18n } from '@lingui/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { When } from '../../ui/content/when.tsx';
import { cx } from '../../ui/theme/cx.ts';

export interface Line {
  id: string;
  /** `own`: written on this side; `system`: automatic. */
  side: 'own' | 'other' | 'system';
  name: string;
  text: string;
  at?: string;
  /** Under the text: files, or the state of a message being sent. */
  below?: ReactNode;
}

interface ConversationProps {
  label: string;
  lines: readonly Line[];
  /** The name of someone who is typing. */
  typing?: string | null;
  /** Messages are read aloud as they arrive. */
  live?: boolean;
  className?: string;
}

/** Scrolled at most this far from the end, the reader still sees the newest message. */
const nearEndPx = 120;

export function Conversation({ label, lines, typing, live = false, className }: ConversationProps) {
  const frame = useRef<HTMLDivElement>(null);
  const last = lines.at(-1)?.id;
  const isOwn = lines.at(-1)?.side === 'own';
  const followed = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves when something was added.
  useEffect(() => {
    const element = frame.current;
    if (element && (followed.current || isOwn)) element.scrollTop = element.scrollHeight;
  }, [last, typing]);
  return (
    <section
      ref={frame}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        followed.current = scrollHeight - scrollTop - clientHeight < nearEndPx;
      }}
      className={cx('flex min-h-0 flex-col overflow-y-auto', className)}
    >
      <div role={live ? 'log' : undefined}>
        <ol className="flex flex-col gap-3 p-4">
          {lines.map((line) => (
            <Bubble key={line.id} {...line} />
          ))}
        </ol>
      </div>
      <p aria-live="polite" className="min-h-6 px-4 pb-2 text-12 text-ink-soft">
        {typing && i18n._({ id: 'chat.typing', message: '{name} is typing…', values: { name: typing } })}
      </p>
    </section>
  );
}

function Bubble({ side, name, text, at, below }: Line) {
  if (side === 'system') {
    return (
      <li className="self-center text-center text-12 text-balance text-ink-soft">
        {text}
        {at && (
          <>
            {' · '}
            <When at={at} />
          </>
        )}
      </li>
    );
  }
  const isOwn = side === 'own';
  return (
    <li className={cx('flex max-w-[85%] flex-col gap-1', isOwn ? 'items-end self-end' : 'items-start self-start')}>
      <p className="text-12 text-ink-soft">
        {name}
        {at && (
          <>
            {' · '}
            <When at={at} />
          </>
        )}
      </p>
      <p
        className={cx(
          'rounded-card px-3 py-2 text-14 wrap-anywhere whitespace-pre-wrap',
          isOwn ? 'bg-act-soft' : 'bg-raised',
        )}
      >
        {text}
      </p>
      {below}
    </li>
  );
}
