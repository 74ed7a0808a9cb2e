/** Previews stay on the server: no decision is made with one that is forged, expired, or of another operator or decision. */
import { randomUUID } from 'node:crypto';
import { asOperator, eventually, lockWaits, untilFree } from '@fairline/chassis/testing';
import { DecisionPreview } from '@fairline/proto/betting/desk';
import { describe, expect, it } from 'vitest';
import type { StagedFixture } from '../testing.ts';
import { codeOf, type Desk, seat, useDesk, why } from '../testing-desk.ts';
import { stage } from '../testing-stage.ts';

useDesk();

const lost = ({ home, away }: StagedFixture) => ({
  kind: 'result',
  outcomes: [
    { selectionId: home, result: 'lost' },
    { selectionId: away, result: 'won' },
  ],
});

async function preview(fixture: StagedFixture): Promise<DecisionPreview> {
  return DecisionPreview.parse(
    (await seat.call('POST', `/markets/${fixture.marketId}/decisions/preview`, { decision: lost(fixture) })).body,
  );
}

function decide(fixture: StagedFixture, fingerprint: string, as = seat.trader): ReturnType<Desk['call']> {
  return seat.call(
    'POST',
    `/markets/${fixture.marketId}/decisions`,
    { decision: lost(fixture), fingerprint, ...why },
    { as, key: randomUUID() },
  );
}

/** Makes a decision while the market is locked. The change comes after the decision was weighed and before it gets the lock. */
async function decideAcross(
  fixture: StagedFixture,
  fingerprint: string,
  change: () => Promise<unknown>,
): Promise<Awaited<ReturnType<Desk['call']>>> {
  const { db } = stage.world;
  return untilFree(async () => {
    await db.query('begin');
    await db.query('select from markets where id = $1 for update', [fixture.marketId]);
    const replied = decide(fixture, fingerprint);
    await eventually(
      () => lockWaits(db, 'select from markets where id = $1 for no key update'),
      ({ length }) => length === 1,
    );
    await change();
    await db.query('commit');
    return replied;
  });
}

describe('a preview', () => {
  it('that is forged lets no operator alone apply what needs two once the bets are locked', async () => {
    const fixture = await stage.fixture();
    const bet = await stage.bet(fixture, { stakeMinor: 400_000 });
    await stage.begin(fixture);
    const { needsSecond, fingerprint } = await preview(fixture);
    expect(needsSecond).toBe(false);
    const [known = ''] = fingerprint.split('.');
    const betChanges = () =>
      stage.world.db.query('update bets set changed_at = $2 where id = $1', [
        bet.id,
        new Date(stage.clock.now().getTime() + 1),
      ]);
    const reply = await decideAcross(fixture, `${known}.9e15.2`, betChanges);
    expect([reply.status, (await stage.read(bet)).status]).toEqual([409, 'accepted']);
    // The valid preview no longer works either.
    expect(await codeOf(decideAcross(fixture, fingerprint, betChanges))).toBe('preview_changed');
    expect((await decide(fixture, (await preview(fixture)).fingerprint)).status).toBe(200);
  });

  it('is not decided if the match turns out not to have begun once the market is locked', async () => {
    const fixture = await stage.fixture('live');
    const { fingerprint } = await preview(fixture);
    const isPostponed = () =>
      stage.world.db.query("update fixtures set status = 'upcoming' where id = $1", [fixture.id]);
    expect(await codeOf(decideAcross(fixture, fingerprint, isPostponed))).toBe('fixture_not_begun');
  });

  it('is of its operator, its decision and its market alone, and ends', async () => {
    const [fixture, elsewhere] = [await stage.fixture(), await stage.fixture()];
    await stage.bet(fixture);
    for (const match of [fixture, elsewhere]) await stage.begin(match);
    const { fingerprint } = await preview(fixture);
    expect(await codeOf(decide(fixture, fingerprint, asOperator('trader')))).toBe('preview_changed');
    expect(await codeOf(decide(elsewhere, fingerprint))).toBe('preview_changed');
    for (const unknown of ['x', randomUUID()]) expect(await codeOf(decide(fixture, unknown))).toBe('preview_changed');
    stage.clock.push(16 * 60_000);
    await stage.shows(fixture, 'active');
    expect(await codeOf(decide(fixture, fingerprint))).toBe('preview_changed');
    expect((await decide(fixture, (await preview(fixture)).fingerprint)).status).toBe(200);
  });
});
