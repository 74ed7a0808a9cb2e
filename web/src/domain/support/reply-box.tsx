/** The reply to a ticket: a text with at most one file. Both stay in the box until the server has received them. */
import { i18n } from '@lingui/core';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { Failure } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { AttachmentField, attachmentFault } from './attachment-field.tsx';
import { Composer } from './composer.tsx';

interface ReplyBoxProps<Ticket> {
  label: string;
  send: (message: string, file: File | undefined, key: string) => Promise<Ticket>;
  onSent: (ticket: Ticket) => void;
  /** Queries to fetch again afterwards. */
  touches: readonly (readonly unknown[])[];
  /** Tools before the file; `add` appends a text below the typed one. */
  tools?: (add: (text: string) => void) => ReactNode;
}

interface Sent {
  message: string;
  /** Name, size and last change, which identify the file. */
  file: [string, number, number] | undefined;
}

export function ReplyBox<Ticket>({ label, send, onSent, touches, tools }: ReplyBoxProps<Ticket>) {
  const [text, setText] = useState('');
  const [isAttaching, setAttaching] = useState(false);
  const [file, setFile] = useState<File>();
  const fault = attachmentFault(file);
  const reply = useAction<Sent, Ticket>({
    run: ({ message }, key) => send(message, file, key),
    touches,
    onDone: (ticket) => {
      onSent(ticket);
      setText('');
      setFile(undefined);
      setAttaching(false);
    },
  });
  return (
    <>
      {reply.failure && (
        <div className="px-3 pt-3">
          <Failure title={i18n._({ id: 'support.sendFailed', message: 'Failed to send message' })}>
            {errorText(reply.failure)}
          </Failure>
        </div>
      )}
      {isAttaching && (
        <div className="px-3 pt-3">
          <AttachmentField file={file} onFile={setFile} />
        </div>
      )}
      <Composer
        label={label}
        text={text}
        onText={setText}
        busy={reply.isPending}
        why={fault ? i18n._({ id: 'support.fileWrong', message: 'Remove the file or choose another one' }) : undefined}
        onSend={() => reply.mutate({ message: text, file: file && [file.name, file.size, file.lastModified] })}
        tools={
          <>
            {tools?.((added) => setText((before) => (before ? `${before}\n${added}` : added)))}
            {!isAttaching && (
              <Button look="quiet" size="small" onClick={() => setAttaching(true)}>
                {i18n._({ id: 'support.attach', message: 'Attach a file' })}
              </Button>
            )}
          </>
        }
      />
    </>
  );
}
