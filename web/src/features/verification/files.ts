/** What may be uploaded, checked before it is sent; the server checks the bytes again. */
import { documentRefusals, documentRules } from '@fairline/proto/kyc/documents';

/** The server's own sentence for a file that it would refuse. */
export function fileFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!documentRules.accepts.some((accepted) => accepted === type)) return documentRefusals.fileType.message;
  return size > documentRules.maxBytes ? documentRefusals.tooLarge.message : undefined;
}
