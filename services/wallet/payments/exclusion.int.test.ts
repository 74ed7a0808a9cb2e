/** Payments that were pending when their player excluded themselves. */
import { problemOf } from '@fairline/chassis/testing';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { playerRequests } from '@fairline/proto/wallet/players';
import { expect, it } from 'vitest';
import {
  accounts,
  approve,
  booksHold,
  deposit,
  paidByCard,
  payOn,
  saved,
  untilStatus,
  useProviderServers,
  withdraw,
  world,
} from './testing-provider.ts';

useProviderServers();

const exclude = (playerId: string) =>
  world.ask(playerRequests.restrict, {
    playerId,
    part: 'play',
    version: 1,
    excludedUntil: '9999-01-01T00:00:00.000Z',
    limits: { depositDayMinor: 100 },
  });

it('credits a deposit whose page was open, opens no further one, and withdraws to the card', async () => {
  const playerId = await world.player();
  const { body: open } = await deposit(playerId, { amountMinor: 20_000, method: 'credit_card' });
  await exclude(playerId);
  await payOn(open);
  await untilStatus(playerId, open.id, 'approved');
  expect(problemOf(await deposit(playerId)).code).toBe(ledgerRefusals.excluded.code);
  const [card] = await saved(playerId);
  const { body: out } = await withdraw(playerId, { method: 'credit_card', destination: card?.id, amountMinor: 19_420 });
  await approve(out.id);
  await untilStatus(playerId, out.id, 'approved');
  expect(await accounts(playerId)).toEqual({ USD: 0 });
  await booksHold();
});

it('a withdrawal that waited for approval is paid', async () => {
  const { playerId, id } = await paidByCard(20_000);
  await untilStatus(playerId, id, 'approved');
  const [card] = await saved(playerId);
  const { body: out } = await withdraw(playerId, { method: 'credit_card', destination: card?.id, amountMinor: 5_000 });
  await exclude(playerId);
  await approve(out.id);
  await untilStatus(playerId, out.id, 'approved');
  expect(await accounts(playerId)).toEqual({ USD: 19_420 - 5_000 });
  await booksHold();
});
