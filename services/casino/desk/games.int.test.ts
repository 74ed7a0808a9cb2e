/** Operators and games: pausing and activating, requested returns and their second operator, figures, through the routes of two instances. */
import { asOperator, asPlayer, eventually, problemOf } from '@fairline/chassis/testing';
import { GameChange, OperatorGame } from '@fairline/proto/casino/desk';
import type { GameDetail } from '@fairline/proto/casino/games';
import { Page } from '@fairline/proto/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, type Desk, fresh, openDesk } from '../testing-desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const admin = '/api/admin/casino';
const slots = 'mega-fortune-slots';
const lottery = 'prize-lottery';
const reason = 'as agreed with the studio';
const patch = (id: string, body: object, as = fresh(desk)) =>
  desk.call('PATCH', `${admin}/games/${id}`, { as, body: { reason, ...body } });
const games = async (as = fresh(desk), at: 0 | 1 = 0) => {
  const { items } = (await desk.call('GET', `${admin}/games`, { as, at })).body as { items: unknown[] };
  return items.map((item) => OperatorGame.parse(item));
};
const game = async (id: string, as = fresh(desk), at: 0 | 1 = 0) =>
  (await games(as, at)).find((one) => one.id === id) as OperatorGame;
const request = async (id: string, rtp: number, as = fresh(desk)) =>
  ((await patch(id, { rtp }, as)).body as { changeId: string }).changeId;
const approve = (id: string, as = fresh(desk)) => desk.call('POST', `${admin}/changes/${id}/approve`, { as });
const reject = (id: string, as = fresh(desk), why = reason) =>
  desk.call('POST', `${admin}/changes/${id}/reject`, { as, body: { reason: why } });
const acts = async (resourceId: string) =>
  (await desk.published('OperatorActed')).filter((act) => act.resourceId === resourceId);

describe('pausing', () => {
  it('takes a game off at once with its reason, and activates it again', async () => {
    const operator = fresh(desk);
    const paused = await patch('premium-roulette', { active: false }, operator);
    expect(paused.status).toBe(200);
    expect(paused.body).toMatchObject({ game: { active: false, paused: { by: 'operator', reason } } });
    await eventually(
      async () => (await desk.call('GET', '/api/casino/games/premium-roulette', { at: 1 })).body as GameDetail,
      ({ active }) => !active,
    );
    // A repeat changes nothing.
    await patch('premium-roulette', { active: false }, operator);
    expect((await patch('premium-roulette', { active: true }, operator)).body).toMatchObject({
      game: { active: true },
    });
    expect((await game('premium-roulette')).paused).toBeUndefined();
    expect((await acts('premium-roulette')).map(({ action, operatorId }) => [action, operatorId])).toEqual([
      ['game.pause', operator.id],
      ['game.activate', operator.id],
    ]);
    const changed = (await desk.published('GameChanged')).filter(({ gameId }) => gameId === 'premium-roulette');
    expect(changed).toEqual([false, true].map((active) => ({ gameId: 'premium-roulette', version: 1, active })));
  });

  it.each([
    [
      'without a recent proof of who asks',
      () => patch(slots, { active: false }, asOperator('games')),
      'step_up_required',
    ],
    [
      'with a card number as reason',
      () => patch(slots, { active: false, reason: 'card 4111 1111 1111 1111' }),
      'card_number',
    ],
    ['of an unknown game', () => patch('no-such-game', { active: false }), 'not_found'],
    ['without anything to change', () => patch(slots, {}), 'invalid_request'],
    ['without a reason', () => patch(slots, { active: false, reason: ' ' }), 'invalid_request'],
    ['by a trader', () => patch(slots, { active: false }, fresh(desk, 'trader')), 'forbidden'],
    ['by an auditor, who may only read', () => patch(slots, { active: false }, fresh(desk, 'auditor')), 'forbidden'],
    [
      'by a player',
      () => desk.call('PATCH', `${admin}/games/${slots}`, { as: asPlayer(), body: { active: false, reason } }),
      'forbidden',
    ],
  ])('is refused %s', async (_name, call, code) => {
    expect(await codeOf(call())).toBe(code);
  });
});

describe('a new return', () => {
  it('waits for a second operator, who publishes it as the next version', async () => {
    const [requester, second] = [fresh(desk), fresh(desk)];
    const asked = await patch(slots, { rtp: 94.5 }, requester);
    expect(asked.status).toBe(202);
    const { changeId } = asked.body as { changeId: string };
    expect(asked.body).toMatchObject({
      game: { version: 1, rtp: 96.4, change: { changeId, rtp: 94.5, status: 'pending', mayApprove: false } },
    });
    expect((await game(slots, second)).change).toMatchObject({ mayApprove: true, fromRtp: 96.4 });
    expect(await codeOf(approve(changeId, requester))).toBe('second_operator_needed');
    expect(await codeOf(approve(changeId, asOperator('games')))).toBe('step_up_required');
    const approved = GameChange.parse((await approve(changeId, second)).body);
    expect(approved).toMatchObject({ status: 'approved', version: 2, decidedBy: second.id });
    expect(Math.abs(approved.solvedRtp - 94.5)).toBeLessThanOrEqual(0.01);
    // The same approval again changes nothing, another one is too late.
    expect((await approve(changeId, second)).status).toBe(200);
    expect(await codeOf(approve(changeId))).toBe('already_decided');
    expect(await codeOf(reject(changeId))).toBe('already_decided');
    const shown = await eventually(
      () => game(slots, second, 1),
      ({ version }) => version === 2,
    );
    expect(shown).toMatchObject({
      rtp: approved.solvedRtp,
      versions: [
        { version: 2, publishedBy: second.id },
        { version: 1, publishedBy: null },
      ],
    });
    expect(shown.change).toBeUndefined();
    expect((await acts(changeId)).map(({ action, operatorId }) => [action, operatorId])).toEqual([
      ['game.rtp.request', requester.id],
      ['game.rtp.approve', second.id],
    ]);
    for (const { parSheet } of shown.versions) {
      expect((await desk.call('GET', parSheet)).body).toMatchObject({
        gameId: slots,
        markdown: expect.stringContaining('Mega Fortune Slots'),
      });
    }
  });

  it('is not approved by an operator whom the requester invited on that day', async () => {
    const requester = fresh(desk);
    const changeId = await request(lottery, 90, requester);
    const invited = { ...fresh(desk), activatedAt: '2026-03-10T11:00:00.000Z', invitedBy: requester.id };
    expect(await codeOf(approve(changeId, invited))).toBe('second_operator_needed');
    expect((await reject(changeId, requester)).body).toMatchObject({
      status: 'rejected',
      rejectionReason: reason,
      decidedBy: requester.id,
    });
    expect((await reject(changeId, requester)).status).toBe(200);
  });

  it('waits alone: another one of the game is refused until it is decided', async () => {
    const changeId = await request(lottery, 91);
    expect(await codeOf(patch(lottery, { rtp: 92 }))).toBe('change_waits');
    const pending = Page(GameChange).parse(
      (await desk.call('GET', `${admin}/changes?status=pending`, { as: fresh(desk) })).body,
    );
    expect(pending.items.map((change) => change.changeId)).toEqual([changeId]);
    expect(await codeOf(reject(changeId, fresh(desk), '4111 1111 1111 1111'))).toBe('card_number');
    await reject(changeId);
    expect((await game(lottery)).version).toBe(1);
  });

  it('requested ten times at once waits once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => patch(lottery, { rtp: 93 })));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
    const pending = Page(GameChange).parse(
      (await desk.call('GET', `${admin}/changes?status=pending`, { as: fresh(desk) })).body,
    );
    const changeId = pending.items[0]?.changeId ?? '';
    const decided = await Promise.all(Array.from({ length: 5 }, () => approve(changeId)));
    expect(decided.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await game(lottery)).version).toBe(2);
  });

  it.each([
    ['of a table game', () => patch('premium-roulette', { rtp: 95 }), 'rtp_fixed_by_rules'],
    ['above what the game reaches', () => patch(lottery, { rtp: 99 }), 'rtp_out_of_reach'],
    ['below 85', () => patch(slots, { rtp: 84.9 }), 'invalid_request'],
    ['above 99', () => patch(slots, { rtp: 99.1 }), 'invalid_request'],
    ['that the game has already', async () => patch(slots, { rtp: (await game(slots)).rtp }), 'invalid_request'],
  ])('is refused %s', async (_name, call, code) => {
    const reply = await call();
    expect(problemOf(reply).code).toBe(code);
    if (code === 'rtp_out_of_reach')
      expect(problemOf(reply).params).toMatchObject({ lowest: 85, highest: expect.any(Number) });
  });

  it('that nobody requested is not found', async () => {
    expect(await codeOf(approve('019aa1c8-7f00-7000-8000-000000000001'))).toBe('not_found');
    expect(await codeOf(reject('019aa1c8-7f00-7000-8000-000000000001'))).toBe('not_found');
  });
});

describe('figures', () => {
  it('are real money in the reporting currency, today and in all', async () => {
    const id = 'elite-baccarat';
    const rounds = {
      gameId: id,
      rounds: 10,
      stakeMinor: 10_000,
      payoutMinor: 9_000,
      returned: 9,
      expected: 9.894,
      variance: 9,
    } as const;
    await desk.addTally(rounds);
    await desk.addTally({ ...rounds, currency: 'EUR' });
    await desk.addTally({ ...rounds, book: 'play' });
    desk.clock.advance(86_400_000);
    // A round of the day before is voided.
    await desk.addTally({
      ...rounds,
      rounds: -1,
      stakeMinor: -1_000,
      payoutMinor: 0,
      returned: 0,
      expected: -0.9894,
      variance: -0.9,
    });
    const shown = await eventually(
      () => game(id),
      // Totals and today's figures are read by two statements, and the sums may grow between them.
      (read) => read.rounds === 19 && read.today.rounds === -1,
    );
    expect(shown).toMatchObject({
      wageredMinor: 29_000,
      paidMinor: 27_000,
      ggrMinor: 2_000,
      today: { rounds: -1, wageredMinor: -1_000, paidMinor: 0, ggrMinor: -1_000 },
      lastPlayedAt: desk.clock.now().toISOString(),
      rtpEditable: false,
    });
  });

  it('are read by every operator with the right to, and by no other', async () => {
    expect((await games(fresh(desk, 'auditor'))).map(({ id }) => id)).toHaveLength(5);
    expect(await codeOf(desk.call('GET', `${admin}/games`, { as: fresh(desk, 'support') }))).toBe('forbidden');
  });
});
