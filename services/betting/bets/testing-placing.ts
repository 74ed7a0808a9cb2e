/** Shared steps of tests that place bets at two instances, on a fixture that has not begun; and the player's counts of the day. */
import type { Player } from '@fairline/chassis/http/identity';
import type { Bet, BetStatus } from '@fairline/proto/betting/bets';
import { beforeAll } from 'vitest';
import type { Slip, StagedFixture } from '../testing.ts';
import { stage, useStage } from '../testing-stage.ts';

export let upcoming: StagedFixture;
export type Given = Slip & { fixture?: StagedFixture };
export const place = ({ fixture = upcoming, ...slip }: Given = {}) => stage.place(fixture, slip);
export const url = (at: number) => stage.urls[at] ?? '';
export const bodyOf = (reply: { body: unknown }) => reply.body as Bet;
export const untilStatus = (as: Player, id: string, status: BetStatus) => stage.untilStatus({ as, id }, status);
export const daysOf = async (player: Player) =>
  (
    await stage.world.db.query(
      'select sum(bets)::int as bets, sum(potential_minor)::int as minor from player_days where player_id = $1 and (bets, potential_minor) <> (0, 0)',
      [player.id],
    )
  ).rows[0];
export const noDay = { bets: null, minor: null };

/** Opens a stage with that fixture before the tests of a file, and closes it after. */
export function usePlacing(): void {
  useStage();
  beforeAll(async () => {
    upcoming = await stage.fixture();
  });
}
