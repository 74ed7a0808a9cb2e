/** Sessions, reality checks, settings and the statement, through two instances and a wallet, with events repeated and out of order. */

import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { eventually, problemOf } from '@fairline/chassis/testing';
import type { PlaySettings, Session, Statement } from '@fairline/proto/risk/sessions';
import { minuteMs } from '@fairline/proto/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlayStage, player, startedAt } from '../testing-play.ts';

let stage: PlayStage;
beforeAll(async () => {
  stage = await PlayStage.open();
});
beforeEach(() => {
  stage.clock.set(startedAt);
  stage.wallet.unanswered = undefined;
});
afterAll(() => stage.close());

type Player = ReturnType<typeof player>;
const session = (as: Player) => stage.call<Session>('GET', '/api/risk/session', { as });
const settings = async (as: Player) => (await stage.call<PlaySettings>('GET', '/api/risk/settings', { as })).body;
const change = async (as: Player, changes: object) =>
  stage.call<PlaySettings>('PUT', '/api/risk/settings', { as, body: { ...(await settings(as)), ...changes } });
const acknowledge = (as: Player, id: string) =>
  stage.call<Session>('POST', `/api/risk/reality-checks/${id}/acknowledge`, { as });
const minutesLater = (minutes: number) => new Date(startedAt.getTime() + minutes * minuteMs);
const checksAtWallet = (as: Player) => stage.wallet.permits.get(as.id)?.realityChecks;
/** A player in a session since noon, whose initial permit is at wallet. */
const playing = async (interval?: number) => {
  const as = player();
  if (interval) await change(as, { realityCheckMinutes: interval });
  await stage.bet(as);
  await stage.settled();
  await stage.confirmed(as);
  return as;
};
/** Lets time pass while the player keeps staking, so that the session continues. */
const playUntil = async (as: Player, minutes: number) => {
  for (
    let at = stage.clock.now().getTime() + 20 * minuteMs;
    at < minutesLater(minutes).getTime();
    at += 20 * minuteMs
  ) {
    stage.clock.set(new Date(at));
    await stage.bet(as);
  }
  stage.clock.set(minutesLater(minutes));
  await stage.settled();
};

describe('a reality check', () => {
  it('is there for everybody from the first stake on, without any call', async () => {
    const as = await playing();
    expect(checksAtWallet(as)).toEqual({ minutes: 60, acknowledgedAt: null });
  });

  it('is published once when it is due, shown with its id, and acknowledged before the reply', async () => {
    const as = await playing();
    expect((await session(as)).body).toMatchObject({
      startedAt: startedAt.toISOString(),
      nextCheckAt: minutesLater(60).toISOString(),
      netMinor: -300,
    });
    await playUntil(as, 60);
    const [due, ...others] = await stage.sees(as, 'RealityCheckDue');
    expect([due, others]).toEqual([{ playerId: as.id, checkId: expect.any(String), minutes: 60 }, []]);
    const { body } = await session(as);
    expect(body.realityCheck).toEqual({ id: due?.checkId, dueAt: minutesLater(60).toISOString(), minutes: 60 });
    const acknowledged = await acknowledge(as, String(due?.checkId));
    expect(acknowledged.body).toMatchObject({ nextCheckAt: minutesLater(120).toISOString() });
    expect(acknowledged.body).not.toHaveProperty('realityCheck');
    expect(checksAtWallet(as)).toEqual({ minutes: 60, acknowledgedAt: minutesLater(60).toISOString() });
    const { version } = stage.wallet.permits.get(as.id) ?? {};
    stage.clock.set(minutesLater(61));
    expect((await acknowledge(as, String(due?.checkId))).status).toBe(200);
    expect(stage.wallet.permits.get(as.id)?.version).toBe(version);
    expect(await stage.sees(as, 'RealityCheckDue')).toHaveLength(1);
  });

  it('is published although a look at another session fails', async () => {
    const [broken, ...others] = [await playing(), await playing(), await playing(), await playing()];
    await stage.sql(`create function refuse_check() returns trigger language plpgsql as $$ begin
      if new.player_id = '${broken?.id}' then raise exception 'not stored'; end if; return new; end $$`);
    await stage.sql(
      'create trigger refuse_check before insert on reality_checks for each row execute function refuse_check()',
    );
    for (const minutes of [20, 40, 59]) {
      stage.clock.set(minutesLater(minutes));
      for (const as of [...(broken ? [broken] : []), ...others]) await stage.bet(as);
    }
    await stage.settled();
    stage.clock.set(minutesLater(60));
    for (const as of others) expect(await stage.sees(as, 'RealityCheckDue')).toHaveLength(1);
    await stage.sql('drop function refuse_check cascade');
  });

  it('found first by the page is the one that is published', async () => {
    const as = await playing();
    stage.clock.set(minutesLater(29));
    await stage.bet(as);
    stage.clock.set(minutesLater(58));
    await stage.bet(as);
    stage.clock.set(minutesLater(60));
    const shown = await Promise.all([session(as), session(as), session(as)]);
    expect(new Set(shown.map(({ body }) => body.realityCheck?.id)).size).toBe(1);
    await stage.settled();
    expect(await stage.sees(as, 'RealityCheckDue')).toHaveLength(1);
  });

  it('of another player, or of nobody, is not found', async () => {
    const as = await playing(10);
    stage.clock.set(minutesLater(10));
    const { realityCheck } = (await session(as)).body;
    for (const id of [realityCheck?.id ?? '', randomUUIDv7()])
      expect(problemOf(await acknowledge(player(), id)).code).toBe('not_found');
  });

  it('kept from an earlier session does not move the next one', async () => {
    const as = await playing(10);
    stage.clock.set(minutesLater(10));
    const { realityCheck } = (await session(as)).body;
    stage.clock.set(minutesLater(60));
    await stage.bet(as);
    await stage.settled();
    expect((await acknowledge(as, realityCheck?.id ?? '')).body).toMatchObject({
      nextCheckAt: minutesLater(70).toISOString(),
    });
    expect(checksAtWallet(as)).toMatchObject({ acknowledgedAt: null });
  });

  it('is not acknowledged while wallet is away, and is by a repeat or by the job', async () => {
    const as = await playing(10);
    stage.clock.set(minutesLater(10));
    const { realityCheck } = (await session(as)).body;
    const id = realityCheck?.id ?? '';
    stage.wallet.unanswered = 'before';
    expect(problemOf(await acknowledge(as, id)).code).toBe('unavailable');
    expect((await session(as)).status).toBe(503);
    stage.wallet.unanswered = undefined;
    expect((await acknowledge(as, id)).body).toMatchObject({ nextCheckAt: minutesLater(20).toISOString() });
  });
});

describe('the interval', () => {
  it('that is shorter acts at once, for the session under way too', async () => {
    const as = await playing();
    stage.clock.set(minutesLater(12));
    expect((await change(as, { realityCheckMinutes: 10 })).body).toMatchObject({ realityCheckMinutes: 10 });
    expect(checksAtWallet(as)).toMatchObject({ minutes: 10 });
    expect((await session(as)).body.realityCheck).toMatchObject({ dueAt: minutesLater(10).toISOString() });
  });

  it('that is longer avoids no check: it acts after the acknowledgement', async () => {
    const as = await playing(10);
    stage.clock.set(minutesLater(9));
    expect((await change(as, { realityCheckMinutes: 240 })).body).toMatchObject({ realityCheckMinutes: 240 });
    stage.clock.set(minutesLater(10));
    expect(checksAtWallet(as)).toMatchObject({ minutes: 10 });
    const { realityCheck } = (await session(as)).body;
    expect((await acknowledge(as, realityCheck?.id ?? '')).body).toMatchObject({
      nextCheckAt: minutesLater(250).toISOString(),
    });
  });

  it('that is longer acts once the session is over', async () => {
    const as = await playing(10);
    await change(as, { realityCheckMinutes: 120 });
    stage.clock.set(minutesLater(31));
    await eventually(
      () => Promise.resolve(checksAtWallet(as)?.minutes),
      (minutes) => minutes === 120,
      20_000,
    );
  });

  it('out of bounds is refused, and the other settings need no session', async () => {
    const as = player();
    for (const wrong of [
      { realityCheckMinutes: 9 },
      { realityCheckMinutes: 241 },
      { sessionWarningMinutes: 0 },
      { lossWarningMinor: 1.5 },
      { timeDisplays: 'no' },
    ]) {
      expect(problemOf(await change(as, wrong)).code).toBe('invalid_request');
    }
    expect((await change(as, { popupReminders: false, lossWarningMinor: 100 })).status).toBe(200);
    expect(await settings(as)).toEqual({
      realityCheckMinutes: 60,
      sessionWarningMinutes: 120,
      lossWarningMinor: 100,
      popupReminders: false,
      timeDisplays: true,
      spendingDisplays: true,
    });
  });
});

it('under gb always shows time and net result, whatever was saved before', async () => {
  const as = player();
  await change(as, { timeDisplays: false, spendingDisplays: false });
  const inGb = { ...as, jurisdiction: 'gb' } as const;
  const shown = { timeDisplays: true, spendingDisplays: true };
  expect(await settings(inGb)).toMatchObject(shown);
  expect((await stage.call<Session>('GET', '/api/risk/session', { as: inGb })).body.settings).toMatchObject(shown);
  expect(
    (await change(inGb, { timeDisplays: false, spendingDisplays: false, popupReminders: false })).body,
  ).toMatchObject({ ...shown, popupReminders: false });
});

describe('sessions', () => {
  const spans = (as: Player) =>
    stage.sql(
      'select started_at as "from", last_stake_at as "to" from play_sessions where player_id = $1 order by started_at',
      [as.id],
    );

  it('are counted from stakes that come twice, late and out of order', async () => {
    const as = player();
    const ids = [0, 20, 40, 100, 110].map((minutes) => ({ minutes, id: randomUUID() as string }));
    for (const { minutes, id } of [...ids.toReversed(), ...ids])
      await stage.bet(as, { at: minutesLater(minutes), id, isNew: false });
    await stage.round(as, minutesLater(60));
    await stage.round(as, minutesLater(80), 'void');
    await stage.settled();
    expect(await spans(as)).toEqual([
      { from: minutesLater(0), to: minutesLater(60) },
      { from: minutesLater(100), to: minutesLater(110) },
    ]);
    const { body } = await stage.call<Statement>('GET', '/api/risk/statement', { as });
    expect(body).toMatchObject({
      month: '2026-11',
      stakedMinor: 100,
      sessions: 2,
      playMinutes: 70,
      lifetime: { stakedMinor: 900, sessions: 2 },
      months: ['2026-11'],
    });
    expect((await stage.call('GET', '/api/risk/sessions', { as })).body).toEqual({
      period: 'all',
      sessions: 2,
      playMinutes: 70,
    });
    const before = await stage.call<Statement>('GET', '/api/risk/statement?month=2026-10', { as });
    expect(before.body).toMatchObject({ month: '2026-10', sessions: 0, playMinutes: 0, lifetime: { sessions: 2 } });
    expect(problemOf(await stage.call('GET', '/api/risk/statement?month=2026-13', { as })).code).toBe(
      'invalid_request',
    );
  });

  it('of many players at once are counted by two instances', async () => {
    const players = Array.from({ length: 30 }, player);
    await Promise.all(
      players.flatMap((as) => [0, 10, 20].map((minutes) => stage.bet(as, { at: minutesLater(minutes), isNew: false }))),
    );
    await stage.settled();
    for (const as of players) expect(await spans(as)).toEqual([{ from: minutesLater(0), to: minutesLater(20) }]);
    expect(await stage.sql('select consumer, error from dead_letters')).toEqual([]);
  });

  it('are shown empty for a player without any', async () => {
    expect((await session(player())).body).toMatchObject({ currency: 'USD', stakedMinor: 0, netMinor: 0 });
  });
});

it('what a player wrote is erased with the account', async () => {
  const as = player();
  await stage.exclude(as, { days: 1, reason: 'my name is Grace' });
  await stage.publishAt('evt.auth.AccountErased.v1', as.id, 9, { playerId: as.id, emailKey: 'k' });
  await eventually(
    () => stage.sql('select reason from exclusions where player_id = $1', [as.id]),
    ([row]) => row?.reason === '',
    20_000,
  );
});
