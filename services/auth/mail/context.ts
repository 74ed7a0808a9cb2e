/** Dependencies of mail, in addition to those of sessions. */
import type { Mail } from '@fairline/proto/auth/mail';
import type { z } from 'zod';
import type { SessionsContext } from '../sessions/context.ts';
import type { ComposedMail, SendFailure } from './mail.ts';

/** Delivers mail. */
export interface MailDelivery {
  readonly canSend: boolean;
  send(id: string, to: { name: string; address: string }, mail: ComposedMail): Promise<'sent' | SendFailure>;
  mailbox(to: string | undefined): Promise<z.infer<typeof Mail>[]>;
}

export interface MailContext extends SessionsContext {
  delivery: MailDelivery;
}
