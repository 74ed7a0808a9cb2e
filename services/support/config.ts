/** The environment of support, read once at start. */
import { optionalText } from '@fairline/chassis/process/config';
import { serviceConfig } from '@fairline/chassis/service';
import { z } from 'zod';

export const supportConfig = {
  ...serviceConfig,
  /** The folder of the encrypted files of tickets. */
  BLOB_DIR: z.string().min(1),
  /** The key of these files: 32 bytes, base64url. */
  BLOB_KEY: z.string().transform((text, context) => {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length !== 32) context.addIssue('must be 32 bytes in base64url');
    return new Uint8Array(bytes);
  }),
  /** The phone number and the e-mail address that players see. A missing one is not shown. */
  SUPPORT_PHONE: optionalText(z.string().max(40)),
  SUPPORT_EMAIL: optionalText(z.email()),
};
