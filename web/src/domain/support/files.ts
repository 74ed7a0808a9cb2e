/** What may be attached, checked before it is sent; the server checks the bytes again. */
import { ticketRefusals, ticketRules } from '@fairline/proto/support/tickets';

/** The server's own sentence for a file that it would refuse. */
export function attachmentFault(file: File | undefined): string | undefined {
  if (!file) return undefined;
  if (!ticketRules.attachmentTypes.some((type) => type === file.type)) return ticketRefusals.fileType.message;
  return file.size > ticketRules.maxAttachmentBytes ? ticketRefusals.fileTooLarge.message : undefined;
}
