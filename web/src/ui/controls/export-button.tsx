/** The button that saves a list as CSV. */
import { i18n } from '@lingui/core';
import { Download } from 'lucide-react';
import { Icon } from '../graphics/icon.tsx';
import { Button } from './button.tsx';

interface ExportButtonProps {
  /** What the file will hold. */
  title?: string;
  busy: boolean;
  onExport: () => void;
  className?: string;
}

export function ExportButton({ busy, onExport, ...rest }: ExportButtonProps) {
  return (
    <Button look="secondary" size="small" busy={busy} onClick={onExport} {...rest}>
      {!busy && <Icon of={Download} />}
      {i18n._({ id: 'history.export', message: 'Export CSV' })}
    </Button>
  );
}
