/** Resource types of events, as rows; names are those of the contract. */
import { allEvents } from '@fairline/proto/services';
import { expect, it } from 'vitest';
import { aggregateType } from './aggregate-type.ts';

it.each([
  ['betting', 'BetSettled', 'bet'],
  ['wallet', 'DepositApproved', 'payment'],
  ['wallet', 'WithdrawalPinChanged', undefined],
  ['casino', 'RoundSettled', 'round'],
  ['promotions', 'PromotionClaimed', 'claim'],
  ['kyc', 'KycApproved', 'verification'],
  ['support', 'TicketOpened', 'ticket'],
  ['risk', 'AlertRaised', 'alert'],
  ['auth', 'UserRegistered', 'player'],
  ['auth', 'OperatorActed', undefined],
])('%s %s is about %s', (service, name, type) => {
  expect(allEvents.some((event) => event.service === service && event.name === name)).toBe(true);
  expect(aggregateType(service, name)).toBe(type);
});
