/** Copies a text and says so. */
import { i18n } from '@lingui/core';
import { Copy } from 'lucide-react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { notify } from './notify.ts';

export function CopyButton({ text, what }: { text: string; what: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify.success(i18n._({ id: 'copy.done', message: 'Copied to clipboard!' })),
      () => notify.error(i18n._({ id: 'copy.failed', message: 'The browser did not allow copying' })),
    );
  return (
    <IconButton label={i18n._({ id: 'copy.label', message: 'Copy {what}', values: { what } })} onClick={() => void copy()}>
      <Icon of={Copy} />
    </IconButton>
  );
}
