/** The text box for messages: Enter sends, Shift and Enter start a new line. A text that could not be sent stays in the box. */
import { ticketRules } from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';

interface ComposerProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  busy?: boolean;
  /** Why nothing can be sent. */
  why?: string | null | undefined;
  /** Beside the button: files, canned answers. */
  tools?: ReactNode;
}

export function Composer({ label, text, onText, onSend, busy = false, why, tools }: ComposerProps) {
  const id = useId();
  const isBlank = text.trim() === '';
  const send = () => !busy && !isBlank && !why && onSend();
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!event.repeat) send();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-col gap-2 border-t border-line p-3"
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        id={id}
        value={text}
        rows={2}
        maxLength={ticketRules.maxMessage}
        placeholder={label}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={press}
        className="max-h-40 min-h-11 w-full resize-y rounded-control border border-control bg-surface px-3 py-2 text-16 focus-visible:outline-offset-0 md:text-14"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {tools && <div className="mr-auto flex min-w-0 flex-wrap items-center gap-2">{tools}</div>}
        <Button
          type="submit"
          size="small"
          busy={busy}
          why={why || (isBlank && i18n._({ id: 'composer.blank', message: 'Write a message first' }))}
          quietly={!why}
        >
          <Icon of={SendHorizontal} />
          {i18n._({ id: 'composer.send', message: 'Send' })}
        </Button>
      </div>
    </form>
  );
}
