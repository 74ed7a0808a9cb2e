/** Which movements belong to a bet, and the name of the bet. */
import { Bet, BetLeg } from '@fairline/proto/betting/bets';
import { movementKinds } from '@fairline/proto/wallet/history';
import { beforeAll, expect, it } from 'vitest';
import { loadEnglish } from '../../i18n.ts';
import { sample } from '../../testing/sample.ts';
import { betIdOf, betTitle } from './bet-movements.ts';

beforeAll(loadEnglish);

const leg = (selection: string) => sample(BetLeg, { fixture: 'Reds vs Blues', selection });

it('knows the bet of a stake, of what it returned and of a correction, and of nothing else', () => {
  const ofBets = movementKinds.filter((kind) => betIdOf({ kind, reference: 'bet' }) === 'bet');
  expect(ofBets).toEqual(['stake', 'win', 'cash_out', 'refund', 'correction']);
  expect(betIdOf({ reference: 'bet' })).toBeUndefined();
});

it.each([
  ['single' as const, [leg('Reds')], undefined, 'Reds vs Blues'],
  ['accumulator' as const, [leg('Reds'), leg('Over 2.5')], undefined, 'Double, Reds, Over 2.5'],
  ['system' as const, [leg('A'), leg('B'), leg('C')], 'trixie', 'Trixie, A, B, C'],
])('names a bet of type %s', (type, legs, system, title) => {
  expect(betTitle(sample(Bet, { type, legs, ...(system && { system }) }))).toBe(title);
});
