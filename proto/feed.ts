/**
 * The vocabulary of a sports feed, as betting consumes it from the stream FEED.
 * Subject `feed.<fixtureId>.<message>.<marketId or ->`; one message is kept per subject, and each carries
 * its fixture's sequence, so a reader that starts over in sequence order ends with the feed's current state.
 */
import { z } from 'zod';
import { Id, Instant } from './contract.ts';
import { OddsMilli } from './odds.ts';

export const feedStream = 'FEED';
export const feedAliveSubject = 'feed.alive';
/** How long the stream keeps its messages. The accelerated clock of demo mode plays a day's fixtures in minutes, and every reader starts over from the first message kept. */
export const feedKeptHours = (demo: boolean): number => (demo ? 2 : 24);
/** An alive message comes every 2 s; none for 10 s means the feed is silent. */
export const feedAliveMs = 2_000;
export const feedSilentMs = 10_000;

export const fixtureStatuses = ['upcoming', 'live', 'ended', 'cancelled'] as const;
export const FixtureStatus = z.enum(fixtureStatuses);
export const Score = z.object({ home: z.int().min(0), away: z.int().min(0), period: z.string(), clock: z.string() });
export type Score = z.infer<typeof Score>;

export const marketTypes = ['moneyline', '1x2', 'spread', 'total', 'btts', 'draw_no_bet', 'odd_even'] as const;
export const MarketType = z.enum(marketTypes);

/**
 * What a feed calls its markets, what can be picked beside the two sides, and the parts of a match; `{…}` is a number.
 * A page knows each of them in every language. What a feed adds is shown untranslated until it is listed here.
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

/** What became of one selection: the leg pays voidFactor + (1 - voidFactor) x result x deadHeat x odds. */
export const LegResult = z.enum(['won', 'lost', 'void', 'half_won', 'half_lost']);
export type LegResult = z.infer<typeof LegResult>;

/** `of` sides share `places` between them: that part of the stake which is played for counts as won, the rest as lost. Two for one place is a half. */
export const DeadHeat = z
  .strictObject({ of: z.int().min(2).max(100), places: z.int().min(1).max(99) })
  .refine(({ of, places }) => places < of, { error: 'A dead heat has fewer places than sides' });
export type DeadHeat = z.infer<typeof DeadHeat>;
/** Only what won can have won in a dead heat. */
export const canDeadHeat = (result: LegResult): boolean => result === 'won' || result === 'half_won';

/** The feed's suspension differs from ours: `active` and `suspended` may change, `deactivated` will not be offered again. */
const FeedMarketStatus = z.enum(['active', 'suspended', 'deactivated']);

const at = { fixtureId: Id, sequence: z.int().min(1), at: Instant };

export const FixtureChange = z.object({
  ...at,
  kind: z.literal('fixture_change'),
  sport: z.object({ id: z.string(), name: z.string() }),
  competition: z.object({ id: z.string(), name: z.string(), country: z.string() }),
  homeTeam: z.string(),
  awayTeam: z.string(),
  startsAt: Instant,
  status: FixtureStatus,
  score: Score.nullable(),
  /** The accelerated clock in demo mode: match minutes that pass in a real one. */
  paceMilli: z.int().min(1_000),
  /** The world it belongs to, as `alive` names it; one that names none belongs to the current one. */
  epoch: z.string().optional(),
});

export const OddsChange = z.object({
  ...at,
  kind: z.literal('odds_change'),
  market: z.object({
    id: Id,
    type: MarketType,
    name: z.string(),
    /** Handicap or total in quarters of a point, signed for the home side (-6 is -1.5); null where the market has none. */
    lineQuarters: z.int().nullable(),
    status: FeedMarketStatus,
    /** Overround in basis points that the prices carry: 500 means the chances add up to 1.05. */
    marginBp: z.int().min(0),
    /** How the margin was put on, by which it is taken out again. */
    marginMethod: z.enum(['proportional', 'power']).optional(),
    /** The share of a stake that is expected back whatever side it is on, 0 to 1: pushes of whole and quarter lines, draws where they are no bet. */
    refundShare: z.number().min(0).max(1).optional(),
    sortOrder: z.int(),
    selections: z.array(z.object({ id: Id, name: z.string(), outcome: z.string(), oddsMilli: OddsMilli, active: z.boolean() })).min(2),
  }),
});

/** Without a market (`-`) every market of the fixture stops. */
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

/** Bets placed within the window are void; without ends the window is open on that side. */
export const BetCancel = z.object({
  ...at,
  kind: z.literal('bet_cancel'),
  marketId: Id,
  from: Instant.nullable(),
  until: Instant.nullable(),
  reason: z.string(),
});

export const FeedMessage = z.discriminatedUnion('kind', [FixtureChange, OddsChange, BetStop, BetSettlement, RollbackBetSettlement, BetCancel]);
export type FeedMessage = z.infer<typeof FeedMessage>;
export type FixtureChange = z.infer<typeof FixtureChange>;
export type OddsChange = z.infer<typeof OddsChange>;
export type BetSettlement = z.infer<typeof BetSettlement>;

/**
 * All that was due by `at` has been published. `sequence` rises by one every 2 s. `epoch` stands for the feed's world: a restart keeps it,
 * because the feed goes on where it was; under another epoch no earlier message is valid.
 */
export const FeedAlive = z.object({ kind: z.literal('alive'), at: Instant, epoch: z.string(), sequence: z.int() });
export type FeedAlive = z.infer<typeof FeedAlive>;

export function feedSubject(message: FeedMessage): string {
  const market = message.kind === 'odds_change' ? message.market.id : 'marketId' in message ? message.marketId : null;
  return `feed.${message.fixtureId}.${message.kind}.${market ?? '-'}`;
}
