/** Free bets given, staked and taken back at two instances of wallet, and their records afterwards. */

import { randomUUIDv7 } from 'node:crypto';
import { pathOf } from '@fairline/chassis/testing';
import { type Infer, Refusal } from '@fairline/proto/contract';
import { dayMs } from '@fairline/proto/time';
import { type FreeBet, grantRequests, grantRoutes } from '@fairline/proto/wallet/grants';
import { ledgerRequests } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import { afterAll, beforeAll } from 'vitest';
import { asPlayer, openWallet, stakeOf, type WalletWorld } from '../testing.ts';

export let world: WalletWorld;
type AnyGrant = Infer<typeof grantRequests.grant.input>;
export type GrantAsk = Extract<AnyGrant, { kind: 'free_bet' }>;
export const day = dayMs;
export const inDays = (days: number) => new Date(world.clock.now().getTime() + days * day).toISOString();

/** A free bet of 10.00 that lasts a week; a test changes the one field it is about. */
export const grantOf = (playerId: string, changes: Partial<GrantAsk> = {}): GrantAsk => ({
  claimId: randomUUIDv7(),
  playerId,
  kind: 'free_bet',
  currency: 'USD',
  amountMinor: 1_000,
  expiresAt: inDays(7),
  products: ['sports'],
  ...changes,
});
export const grant = (ask: AnyGrant) => world.ask(grantRequests.grant, ask);
export type BonusAsk = Extract<AnyGrant, { kind: 'bonus' }>;

/** Bonus money of 10.00 for everything, that lasts a week; a test changes the one field it is about. */
export const bonusOf = (playerId: string, changes: Partial<BonusAsk> = {}): BonusAsk => ({
  claimId: randomUUIDv7(),
  playerId,
  kind: 'bonus',
  currency: 'USD',
  amountMinor: 1_000,
  expiresAt: inDays(7),
  products: ['sports', 'casino'],
  ...changes,
});
export const givenBonus = async (playerId: string, changes: Partial<BonusAsk> = {}) => {
  const ask = bonusOf(playerId, changes);
  await grant(ask);
  return ask.claimId;
};
export const convert = (claimId: string) => world.ask(grantRequests.convert, { claimId });
export const forfeit = (claimId: string) => world.ask(grantRequests.forfeit, { claimId });
export const given = async (playerId: string, changes: Partial<GrantAsk> = {}) => {
  const ask = grantOf(playerId, changes);
  await grant(ask);
  return ask.claimId;
};
export const useOf = (playerId: string, freeBetClaimId: string, changes: object = {}) =>
  stakeOf(playerId, { stakeMinor: 1_000, potentialPayoutMinor: 30_000, freeBetClaimId, ...changes });
export const stake = (ask: ReturnType<typeof stakeOf>) => world.ask(ledgerRequests.stake, ask);
export const used = async (playerId: string, freeBetClaimId: string) => {
  const ask = useOf(playerId, freeBetClaimId);
  await stake(ask);
  return ask;
};
export const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'taken',
    (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  );
export const freeBets = async (playerId: string) => {
  const { body } = await world.http<{ items: FreeBet[] }>('GET', pathOf(grantRoutes.freeBets, {}), {
    as: asPlayer(playerId),
  });
  return body.items.map(({ claimId }) => claimId);
};
export const sql = async <T>(text: string, values: unknown[] = []) => (await world.db.query(text, values)).rows as T[];
export const publishedEvents = (type: string, subject: string) =>
  sql<{ data: object }>('select data from outbox where type = $1 and subject = $2 order by version', [type, subject]);

/** The changes of the house's accounts by a bet. */
export const house = async (betId: string) => {
  const rows = await sql<{ account: string; total: number }>(
    `select e.account, sum(e.amount_minor)::int8 as total from entries e join transfers t on t.player_id = e.player_id and t.id = e.transfer_id
     where e.house and t.reference = $1 group by e.account`,
    [betId],
  );
  return Object.fromEntries(rows.map(({ account, total }) => [account, Number(total)]));
};
export const restrict = (playerId: string, status: string) =>
  world.ask(playerRequests.restrict, {
    playerId,
    part: 'account',
    version: 2,
    status,
    level: 'verified',
    jurisdiction: 'open',
  });
export const exclude = (playerId: string, limits?: object) =>
  world.ask(playerRequests.restrict, {
    playerId,
    part: 'play',
    version: 1,
    excludedUntil: limits ? null : '2026-12-01T00:00:00.000Z',
    limits,
  });

/** Starts two instances before the tests of a file, and stops them after. */
export function useGrantServers(): void {
  beforeAll(async () => {
    world = await openWallet();
  });
  afterAll(() => world.close());
}
