/** Copies a value and confirms it for two seconds. */
import { i18n } from '@lingui/core';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Icon } from '../graphics/icon.tsx';
import { notify } from '../notices/notify.ts';
import { IconButton } from './button.tsx';

const confirmedMs = 2_000;

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        notify.success(i18n._({ id: 'copy.done', message: 'Copied to clipboard!' }));
      },
      () =>
        notify.error(
          i18n._({ id: 'copy.failed', message: 'The browser did not let us copy. Select the text instead.' }),
        ),
    );
  return (
    <IconButton
      label={i18n._({ id: 'copy.label', message: 'Copy {what}', values: { what } })}
      onClick={() => void copy()}
    >
      <Icon of={copied ? Check : Copy} className={copied ? 'text-up' : undefined} />
    </IconButton>
  );
}
