/**
 * The vocabulary of a sports feed, as betting consumes it from the stream FEED.
 * Subject `feed.<fixtureId>.<message>.<marketId or ->`; one message is kept per subject, and each carries
 * its fixture's sequence, so a reader that replays them in sequence order ends with the feed's current state.
 */
import { z } from 'zod';
import { Id, Instant } from './contract.ts';
import { OddsMilli } from './odds.ts';
import { fieldMessages } from './texts.ts';

export const feedStream = 'FEED';
/** The subjects of its messages. */
export const feedSubjects = 'feed.*.*.*';
/** The consumer by which betting reads it, and its name among dead letters. */
export const feedReader = 'betting_feed';
export const feedAliveSubject = 'feed.alive';
/** How long the stream keeps its messages. In demo mode a day's fixtures are played in minutes, and every reader replays from the first message kept. */
export const feedKeptHours = (demo: boolean): number => (demo ? 2 : 24);
/** The feed sends a heartbeat (`alive`) every 2 s. Without one for 10 s it counts as down. */
export const feedAliveMs = 2_000;
export const feedTimeoutMs = 10_000;

export const fixtureStatuses = ['upcoming', 'live', 'ended', 'cancelled'] as const;
export const FixtureStatus = z.enum(fixtureStatuses);
export type FixtureStatus = z.infer<typeof FixtureStatus>;
/**
 * Why a fixture does not run as planned. `upcoming`: postponed (it could not be played as planned) or moved (by its organiser, in good time), `startsAt` is the new start.
 * `cancelled`: not_played, walkover (a side did not appear) or abandoned in play. `ended`: retired, a player gave up in play.
 */
export const fixtureReasons = ['postponed', 'moved', 'not_played', 'walkover', 'abandoned', 'retired'] as const;
export const FixtureReason = z.enum(fixtureReasons);
export type FixtureReason = z.infer<typeof FixtureReason>;
export const Score = z.object({ home: z.int().min(0), away: z.int().min(0), period: z.string(), clock: z.string() });
export type Score = z.infer<typeof Score>;

export const marketTypes = ['moneyline', '1x2', 'spread', 'total', 'btts', 'draw_no_bet', 'odd_even'] as const;
export const MarketType = z.enum(marketTypes);

/**
 * Texts that come from a feed: names of markets, of selections other than the two sides, and of the parts of a match; `{…}` is a number.
 * Pages translate each of them. A text that is not listed here is shown unchanged.
 */
export const feedTexts = {
  markets: [
    'Match Result',
    'Regular Time Result',
    'Moneyline',
    'Match Winner',
    'Spread',
    'Games Spread',
    'Puck Line',
    'Run Line',
    'Total Goals',
    'Total Points',
    'Total Games',
    'Total Runs',
    'Both Teams to Score',
    'Draw No Bet',
    'Odd or Even Points',
  ],
  selections: ['Draw', 'Yes', 'No', 'Odd', 'Even', 'Over {line}', 'Under {line}'],
  periods: [
    '1st half',
    '2nd half',
    '1st period',
    '2nd period',
    '3rd period',
    'Q1',
    'Q2',
    'Q3',
    'Q4',
    'Overtime',
    'Overtime {number}',
    'Shoot-out',
    'Set {number}',
    'Inning {number}',
    'Break',
    'Ended',
  ],
} as const;

/** The result of one selection. A leg on it pays voidFactor + (1 - voidFactor) x result x deadHeat x odds. */
export const LegResult = z.enum(['won', 'lost', 'void', 'half_won', 'half_lost']);
export type LegResult = z.infer<typeof LegResult>;

/** `of` sides tie for `places` places: the share places/of of the stake counts as won, the rest as lost. Two sides for one place give a half. */
export const DeadHeat = z
  .strictObject({ of: z.int().min(2).max(100), places: z.int().min(1).max(99) })
  .refine(({ of, places }) => places < of, { error: fieldMessages.deadHeatPlaces });
export type DeadHeat = z.infer<typeof DeadHeat>;
/** Only a winning selection can have a dead heat. */
export const canDeadHeat = (result: LegResult): boolean => result === 'won' || result === 'half_won';

/** The feed's suspension differs from ours: `active` and `suspended` may change, `deactivated` will not be offered again. */
const FeedMarketStatus = z.enum(['active', 'suspended', 'deactivated']);

const at = { fixtureId: Id, sequence: z.int().min(1), at: Instant };

export const FixtureChange = z.object({
  ...at,
  kind: z.literal('fixture_change'),
  sport: z.object({ id: z.string(), name: z.string() }),
  /** The country of the competition as ISO 3166-1 alpha-2, and its season as the organiser writes it, such as 2026/27. A feed without seasons sends none. */
  competition: z.object({
    id: z.string(),
    name: z.string(),
    country: z.string(),
    season: z.string().max(20).optional(),
  }),
  homeTeam: z.string(),
  awayTeam: z.string(),
  /** The current start. The first one that a fixture had is its original start. */
  startsAt: Instant,
  status: FixtureStatus,
  reason: FixtureReason.optional(),
  score: Score.nullable(),
  /** Match minutes per real minute, in thousandths; above 1,000 with the accelerated clock of demo mode. */
  paceMilli: z.int().min(1_000),
  /** The epoch of `alive` that the fixture belongs to; without it, the current epoch. */
  epoch: z.string().optional(),
});

export const OddsChange = z.object({
  ...at,
  kind: z.literal('odds_change'),
  market: z.object({
    id: Id,
    type: MarketType,
    name: z.string(),
    /** Handicap or total in quarters of a point, signed for the home side (-6 is -1.5); null if the market has none. */
    lineQuarters: z.int().nullable(),
    status: FeedMarketStatus,
    /** Overround in basis points that the prices carry: 500 means the chances add up to 1.05. */
    marginBp: z.int().min(0),
    /** The method the margin was added with (`margin.ts`); it is removed with the same one. Absent: `power`. */
    marginMethod: z.enum(['proportional', 'power']).optional(),
    /** Expected share of a stake that is returned, 0 to 1, the same for each side: pushes of whole and quarter lines, and the draw in draw-no-bet. */
    refundShare: z.number().min(0).max(1).optional(),
    sortOrder: z.int(),
    selections: z
      .array(z.object({ id: Id, name: z.string(), outcome: z.string(), oddsMilli: OddsMilli, active: z.boolean() }))
      .min(2),
  }),
});

/** `marketId` null (`-` in the subject): all markets of the fixture stop. */
export const BetStop = z.object({ ...at, kind: z.literal('bet_stop'), marketId: Id.nullable() });

export const BetSettlement = z.object({
  ...at,
  kind: z.literal('bet_settlement'),
  marketId: Id,
  /** `provisional` comes from live scouting and may be rolled back; `confirmed` from official results. */
  certainty: z.enum(['provisional', 'confirmed']),
  outcomes: z.array(z.object({ selectionId: Id, result: LegResult, deadHeat: DeadHeat.optional() })).min(1),
});

export const RollbackBetSettlement = z.object({ ...at, kind: z.literal('rollback_bet_settlement'), marketId: Id });

/** Bets placed within the window are void. A null end leaves the window open on that side. A `reason` of `fixtureReasons` is shown to players. */
export const BetCancel = z.object({
  ...at,
  kind: z.literal('bet_cancel'),
  marketId: Id,
  from: Instant.nullable(),
  until: Instant.nullable(),
  reason: z.string(),
});

export const FeedMessage = z.discriminatedUnion('kind', [
  FixtureChange,
  OddsChange,
  BetStop,
  BetSettlement,
  RollbackBetSettlement,
  BetCancel,
]);
export type FeedMessage = z.infer<typeof FeedMessage>;
export type FixtureChange = z.infer<typeof FixtureChange>;
export type OddsChange = z.infer<typeof OddsChange>;
export type BetSettlement = z.infer<typeof BetSettlement>;

/**
 * The heartbeat: everything due by `at` has been published. `sequence` rises by one every 2 s.
 * A restart keeps `epoch`, because the feed continues where it stopped. Under another epoch no earlier message is valid.
 */
export const FeedAlive = z.object({ kind: z.literal('alive'), at: Instant, epoch: z.string(), sequence: z.int() });
export type FeedAlive = z.infer<typeof FeedAlive>;

export function feedSubject(message: FeedMessage): string {
  const market = message.kind === 'odds_change' ? message.market.id : 'marketId' in message ? message.marketId : null;
  return `feed.${message.fixtureId}.${message.kind}.${market ?? '-'}`;
}
