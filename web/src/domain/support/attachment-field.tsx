/** The file that goes with a ticket or a reply. */
import { ticketRefusals, ticketRules } from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import { fileFault } from '../../ui/files/file-fault.ts';
import { FileField } from '../../ui/files/file-field.tsx';

const rules = {
  types: ticketRules.attachmentTypes,
  maxBytes: ticketRules.maxAttachmentBytes,
  wrongType: ticketRefusals.fileType.message,
  tooLarge: ticketRefusals.fileTooLarge.message,
};

export const attachmentFault = (file: File | undefined) => fileFault(file, rules);

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
