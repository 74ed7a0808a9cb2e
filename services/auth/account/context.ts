/** Dependencies of the accounts of players, in addition to those of mail. */
import type { Jurisdiction } from '@fairline/proto/countries';
import type { MailContext } from '../mail/context.ts';

/** Retention periods in days. */
export interface KeptDays {
  notices: number;
  devices: number;
  signIns: number;
  history: number;
}

export interface AccountContext extends MailContext {
  jurisdiction: Jurisdiction;
  welcomeBonusMinor: number;
  eraseAfterYears: number;
  keptDays: KeptDays;
}
