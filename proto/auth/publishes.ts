/** What auth publishes. */
import { accountEvents } from './account.ts';
import { authAuditEvents } from './audit.ts';
import { emailEvents } from './email.ts';
import { mailEvents } from './mail.ts';
import { passkeyEvents } from './passkeys.ts';
import { sessionEvents } from './sessions.ts';
import { userEvents } from './users.ts';

export const authPublishes = {
  ...userEvents,
  ...sessionEvents,
  ...passkeyEvents,
  ...mailEvents,
  ...emailEvents,
  ...accountEvents,
  ...authAuditEvents,
};
