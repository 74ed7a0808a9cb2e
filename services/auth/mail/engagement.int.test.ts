/** Notices of promotions and support: each player gets theirs once, in the list and by mail, however often and in whatever order the events arrive. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { asPlayer, eventually } from '@fairline/chassis/testing';
import { defaultPreferences, type Preferences } from '@fairline/proto/auth/account';
import type { Notice } from '@fairline/proto/auth/mail';
import type { EventType } from '@fairline/proto/contract';
import { claimEvents } from '@fairline/proto/promotions/claims';
import { loyaltyEvents } from '@fairline/proto/promotions/loyalty';
import { exclusionEvents } from '@fairline/proto/risk/exclusions';
import { ticketEvents } from '@fairline/proto/support/tickets';
import { grantEvents } from '@fairline/proto/wallet/grants';
import { describe, expect, it } from 'vitest';
import { call, registered, useAccountServers, world } from '../testing-account.ts';

useAccountServers();

interface Published {
  event: EventType;
  data: Record<string, unknown> & { playerId: string };
  id: string;
}

const publish = ({ event, data, id }: Published) => world.publish(event.subject, data.playerId, 1, data, id);
const later = '2099-01-01T00:00:00.000Z';
const [claimId, promotionId, ticketId, chatId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

/** Every event of promotions, support and bonus money with a notice, by template. */
function happenings(playerId: string): Record<string, Published> {
  const claim = { claimId, promotionId, playerId, type: 'deposit_bonus', currency: 'EUR' };
  const bonus = { claimId, kind: 'bonus', expiresAt: later };
  const ticket = { ticketId, playerId, status: 'waiting_user' };
  const week = { weekStartsAt: '2026-11-16T00:00:00.000Z' };
  const of = (event: EventType, data: object): Published => ({ event, data: { playerId, ...data }, id: randomUUID() });
  return {
    bonus_granted: of(grantEvents.bonusGranted, { amountMinor: 5_000, currency: 'EUR', book: 'real', grant: bonus }),
    promotion_claimed: of(claimEvents.promotionClaimed, { ...claim, waitingFor: 'deposit' }),
    wagering_completed: of(claimEvents.wageringCompleted, { ...claim, convertedMinor: 700 }),
    claim_ended: of(claimEvents.claimEnded, { ...claim, status: 'expired', reason: 'expired', forfeitedMinor: 300 }),
    tier_changed: of(loyaltyEvents.tierChanged, { tier: 'gold', from: 'silver' }),
    cashback_paid: of(loyaltyEvents.cashbackPaid, { statementId: claimId, amountMinor: 250, currency: 'EUR', ...week }),
    ticket_answered: of(ticketEvents.ticketAnswered, { ...ticket, subject: 'My withdrawal' }),
    chat_kept: of(ticketEvents.ticketOpened, {
      ...ticket,
      status: 'open',
      category: 'other',
      priority: 'medium',
      chatId,
    }),
  };
}

async function prefer(playerId: string, notifications: Partial<Preferences['notifications']>): Promise<void> {
  const body = { ...defaultPreferences, notifications: { ...defaultPreferences.notifications, ...notifications } };
  expect((await call('PUT', '/preferences', { as: asPlayer(playerId), body })).status).toBe(200);
}

const noticesOf = async (playerId: string) => {
  const { items } = (await call('GET', '/notices', { as: asPlayer(playerId) })).body as { items: Notice[] };
  return items.filter(({ template }) => template !== 'welcome');
};
const listed = async (playerId: string) => (await noticesOf(playerId)).map(({ template }) => template).toSorted();
const mailed = async (playerId: string) => {
  const { rows } = await world.db.query(
    "select template from mails where player_id = $1 and template <> 'welcome' order by template",
    [playerId],
  );
  return rows.map(({ template }) => String(template));
};

/** Publishes the events, then one of each for another player. Once that player has all notices, the first has theirs too. */
async function publishAll(events: readonly Published[]): Promise<void> {
  for (const event of events) await publish(event);
  const other = await registered();
  await prefer(other.id, { promotions: true });
  const own = Object.values(happenings(other.id));
  for (const event of own) await publish(event);
  await eventually(async () => (await listed(other.id)).length === own.length);
}

const all = Object.keys(happenings('')).toSorted();
const promotional = ['bonus_granted', 'cashback_paid', 'promotion_claimed', 'tier_changed'];
const without = (...left: string[]) => all.filter((template) => !left.includes(template));

describe('events of promotions and support', () => {
  it('notify the player once each, repeated and in any order; a claim is not mailed', async () => {
    const { id } = await registered();
    await prefer(id, { promotions: true });
    const own = happenings(id);
    const events = Object.values(own);
    await publishAll([...events.toReversed(), ...events, ...events]);
    expect([await listed(id), await mailed(id)]).toEqual([all, without('promotion_claimed')]);
    const params = new Map((await noticesOf(id)).map((notice) => [notice.template, notice]));
    expect(params.get('bonus_granted')).toMatchObject({
      id: own.bonus_granted?.id,
      params: { claimId, amountMinor: 5_000, currency: 'EUR', expiresAt: later },
    });
    expect(params.get('claim_ended')?.params).toEqual({
      claimId,
      type: 'deposit_bonus',
      reason: 'expired',
      amountMinor: 300,
      currency: 'EUR',
    });
    // An event of an earlier release may have a subject, which must not appear.
    expect(params.get('ticket_answered')?.params).toEqual({ ticketId });
    expect(params.get('promotion_claimed')?.params).toEqual({ claimId, type: 'deposit_bonus', waitingFor: 'deposit' });
  });

  it('mail nothing about promotions unless the player asked for it', async () => {
    const { id } = await registered();
    await publishAll(Object.values(happenings(id)));
    expect([await listed(id), await mailed(id)]).toEqual([without('promotion_claimed'), without(...promotional)]);
  });

  it('mail answers of support even to those who switched mail off', async () => {
    const { id } = await registered();
    await prefer(id, { email: false, promotions: true });
    await publishAll(Object.values(happenings(id)));
    expect([await listed(id), await mailed(id)]).toEqual([all, ['chat_kept', 'ticket_answered']]);
  });

  it.each(['suspended', 'closed'])('do not invite a player who is %s', async (status) => {
    const { id } = await registered();
    await prefer(id, { promotions: true });
    await world.db.query('update users set status = $2 where id = $1', [id, status]);
    await publishAll(Object.values(happenings(id)));
    const { rows } = await world.db.query(
      "select template from notices where player_id = $1 and template <> 'welcome' order by template",
      [id],
    );
    expect(rows.map(({ template }) => String(template))).toEqual(without(...promotional));
    expect(await mailed(id)).toEqual(without(...promotional));
  });
});

describe('an exclusion', () => {
  const exclude = async (playerId: string, endsAt: string | undefined, id: string = randomUUID()) => {
    const data = {
      exclusionId: randomUUID(),
      playerId,
      kind: 'time_out',
      permanent: endsAt === undefined,
      ...(endsAt && { endsAt }),
    };
    await publish({ event: exclusionEvents.playerExcluded, data, id });
    await eventually(async () => (await noticesOf(playerId)).some((notice) => notice.id === id));
  };

  it('is noticed and mailed once, however often its event comes', async () => {
    const { id } = await registered();
    const eventId = randomUUID();
    for (let repeat = 0; repeat < 3; repeat++) await exclude(id, later, eventId);
    await publishAll([]);
    expect([await listed(id), await mailed(id)]).toEqual([['player_excluded'], ['player_excluded']]);
    expect((await noticesOf(id))[0]?.params).toEqual({ kind: 'time_out', endsAt: later });
  });

  it.each<[string, (string | undefined)[]]>([
    ['a timed one', [later]],
    ['a permanent one', [undefined]],
    ['a longer one whose event came first', [later, '2020-01-01T00:00:00.000Z']],
  ])('stops offers and their mails while it lasts: %s', async (_name, ends) => {
    const { id } = await registered();
    await prefer(id, { promotions: true });
    for (const endsAt of ends) await exclude(id, endsAt);
    await publishAll(Object.values(happenings(id)));
    expect((await listed(id)).filter((template) => template !== 'player_excluded')).toEqual(without(...promotional));
    expect((await mailed(id)).filter((template) => template !== 'player_excluded')).toEqual(without(...promotional));
  });

  it('that lasts until the player asks withdraws consent to marketing for good', async () => {
    const { id } = await registered();
    await prefer(id, { promotions: true, marketing: true });
    await world.db.query('update users set marketing_opt_in = true where id = $1', [id]);
    const about = { exclusionId: randomUUID(), playerId: id, kind: 'self_exclusion' };
    const data = { ...about, permanent: false, returnsOnRequest: true, endsAt: '2020-01-01T00:00:00.000Z' };
    await publish({ event: exclusionEvents.playerExcluded, data, id: randomUUID() });
    const stored = async () =>
      (
        await world.db.query(
          `select marketing_opt_in as "optIn", preferences #> '{notifications,marketing}' as marketing from users where id = $1`,
          [id],
        )
      ).rows[0];
    await eventually(stored, ({ optIn, marketing }) => optIn === false && marketing === false);
    await publishAll(Object.values(happenings(id)));
    expect((await listed(id)).filter((template) => template !== 'player_excluded')).toEqual(without(...promotional));
    await publish({ event: exclusionEvents.exclusionEnded, data: about, id: randomUUID() });
    await eventually(
      async () =>
        (await world.db.query('select excluded_until is null as over from users where id = $1', [id])).rows[0].over,
    );
    expect(await stored()).toEqual({ optIn: false, marketing: false });
  });

  it('of an earlier release is ended by an end from after the upgrade only', async () => {
    const { id } = await registered();
    const state = `select excluded_until is null as over from users where id = $1`;
    const end = async (time: Date) => {
      const data = { exclusionId: randomUUID(), playerId: id, kind: 'self_exclusion' };
      const eventId = randomUUID();
      const { subject } = exclusionEvents.exclusionEnded;
      const envelope = {
        specversion: '1.0',
        id: eventId,
        source: '/risk',
        type: subject,
        subject: id,
        time: time.toISOString(),
        version: 1,
        data,
      };
      await world.nats.request(subject, JSON.stringify({ ...envelope, datacontenttype: 'application/json' }), {
        timeout: 5_000,
      });
      const applied = `select 1 from inbox where consumer = 'auth_ExclusionEnded' and event_id = $1`;
      await eventually(async () => (await world.db.query(applied, [eventId])).rows.length === 1);
      return (await world.db.query(state, [id])).rows[0].over as boolean;
    };
    await world.db.query("update users set excluded_until = '9999-12-31', excluded_at = null where id = $1", [id]);
    expect(await end(new Date())).toBe(false);
    const migration = readFileSync(new URL('../migrations/0019_moves.sql', import.meta.url), 'utf8');
    await world.db.query(migration.split(';').find((statement) => statement.includes('update users')) as string);
    const hourMs = 3_600_000;
    expect(await end(new Date(Date.now() - hourMs))).toBe(false);
    expect(await end(new Date(Date.now() + hourMs))).toBe(true);
  });

  it('that has ended stops nothing', async () => {
    const { id } = await registered();
    await prefer(id, { promotions: true });
    await exclude(id, '2020-01-01T00:00:00.000Z');
    await publishAll(Object.values(happenings(id)));
    expect((await listed(id)).filter((template) => template !== 'player_excluded')).toEqual(all);
  });
});

describe('an event that is no news', () => {
  const changed = (playerId: string, template: string, changes: object): Published => {
    const { event, data } = happenings(playerId)[template] as Published;
    return { event, data: { ...data, ...changes }, id: randomUUID() };
  };

  it.each<[string, string, object]>([
    ['a grant of cash', 'bonus_granted', { grant: { claimId, kind: 'cash' } }],
    [
      'a bonus that has run out',
      'bonus_granted',
      { grant: { claimId, kind: 'bonus', expiresAt: '2026-01-01T00:00:00.000Z' } },
    ],
    ['a bonus of which nothing was left to convert', 'wagering_completed', { convertedMinor: 0 }],
    ['a ticket that the player wrote', 'chat_kept', { chatId: undefined }],
  ])('is not noticed: %s', async (_what, template, changes) => {
    const { id } = await registered();
    await prefer(id, { promotions: true });
    await publishAll([changed(id, template, changes)]);
    expect([await listed(id), await mailed(id)]).toEqual([[], []]);
  });

  it.each<[string, string, object]>([
    ['a claim that the player cancelled', 'claim_ended', { reason: 'player', status: 'cancelled' }],
    ['a claim that ended with a break from play', 'claim_ended', { reason: 'excluded', status: 'forfeited' }],
    ['a lower tier', 'tier_changed', { tier: 'bronze', from: 'silver' }],
  ])('is in the list and not mailed: %s', async (_what, template, changes) => {
    const { id } = await registered();
    await prefer(id, { promotions: true });
    await publishAll([changed(id, template, changes)]);
    expect([await listed(id), await mailed(id)]).toEqual([[template], []]);
  });
});
