/** Names of events and the pages that they link to, as rows. */
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { eventPage, eventText } from './event-labels.ts';

beforeAll(loadEnglish);

it.each([
  ['BetAccepted', 'Bet accepted', '/admin/trading/bets?bet=x'],
  ['DepositApproved', 'Deposit approved', '/admin/financial?status=all&payment=x'],
  ['RoundSettled', 'Round settled', '/admin/games/rounds?round=x'],
  ['KycRejected', 'Verification rejected', '/admin/kyc?verification=x'],
  ['SignInFailed', 'Sign-in failed', undefined],
  ['ChatEnded', 'Chat ended', undefined],
  ['constructor', 'Constructor', undefined],
])('%s', (name, text, to) => {
  expect(eventText(name)).toBe(text);
  expect(eventPage(name, 'x')?.to).toBe(to);
});
