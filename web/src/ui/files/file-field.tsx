/** One file, chosen by a button: its name and size are shown, and it can be removed again. */
import { i18n } from '@lingui/core';
import { CircleAlert, Paperclip, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { figureText } from '../../figures.ts';
import { fieldText } from '../../refusals.ts';
import { Button, IconButton } from '../controls/button.tsx';
import { Icon } from '../graphics/icon.tsx';

interface FileFieldProps {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  accept: string;
  file: File | undefined;
  onFile: (file: File | undefined) => void;
}

const bytesPerMB = 1024 * 1024;

export function FileField({ label, help, error, accept, file, onFile }: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The browser reports no change if the same file is chosen again, so the last one is cleared first: a refused file can be corrected and chosen again.
  const choose = () => {
    if (!input.current) return;
    input.current.value = '';
    input.current.click();
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-words`}
        aria-invalid={error ? true : undefined}
        // Closing the picker without a choice keeps the previous file.
        onChange={(event) => event.target.files?.[0] && onFile(event.target.files[0])}
        className="sr-only"
        tabIndex={-1}
      />
      <div className="flex h-11 items-center gap-2 rounded-control border border-dashed border-control pr-1 pl-1">
        <Button look="quiet" size="small" onClick={choose}>
          <Icon of={Paperclip} />
          {file
            ? i18n._({ id: 'file.replace', message: 'Replace' })
            : i18n._({ id: 'file.choose', message: 'Choose a file' })}
        </Button>
        {file && (
          <>
            <span className="min-w-0 grow truncate text-13">{file.name}</span>
            <span className="figures shrink-0 text-12 text-ink-soft">
              {figureText((file.size / bytesPerMB).toFixed(2))} MB
            </span>
            <IconButton
              label={i18n._({ id: 'file.remove', message: 'Remove the file' })}
              onClick={() => onFile(undefined)}
            >
              <Icon of={X} />
            </IconButton>
          </>
        )}
      </div>
      <p id={`${id}-words`} className="min-h-4 text-12" aria-live="polite">
        {error ? (
          <span className="flex items-start gap-1 text-down">
            <Icon of={CircleAlert} />
            {fieldText(error)}
          </span>
        ) : (
          <span className="text-ink-soft">{help}</span>
        )}
      </p>
    </div>
  );
}
