/** The field for the file of a ticket or a reply. */
import { ticketRefusals, ticketRules } from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import { refusalText } from '../../refusals.ts';
import { fileFault } from '../../ui/files/file-fault.ts';
import { FileField } from '../../ui/files/file-field.tsx';

const { attachmentTypes: types, maxAttachmentBytes: maxBytes } = ticketRules;

export function attachmentFault(file: File | undefined): string | undefined {
  return fileFault(file, {
    types,
    maxBytes,
    wrongType: refusalText(ticketRefusals.fileType),
    tooLarge: refusalText(ticketRefusals.fileTooLarge),
  });
}

interface AttachmentFieldProps {
  file: File | undefined;
  onFile: (file: File | undefined) => void;
}

export function AttachmentField({ file, onFile }: AttachmentFieldProps) {
  return (
    <FileField
      label={i18n._({ id: 'support.file', message: 'File (optional)' })}
      help={i18n._({ id: 'support.fileHelp', message: 'JPEG, PNG or PDF, up to 5 MB' })}
      accept={ticketRules.attachmentTypes.join()}
      file={file}
      onFile={onFile}
      error={attachmentFault(file)}
    />
  );
}
