/** The play session from wallet, reality checks, reminders, and the statement of activity. */
import { z } from 'zod';
import { byId, common, event, Id, Instant, refusal, route } from '../contract.ts';
import { BalanceMinor, PlayCurrency, SignedMinor } from '../money.ts';
import { PlayFigures, PlayPeriod } from '../play-figures.ts';
import { fieldMessages } from '../texts.ts';

/** The ranges that a player may choose from, and the settings of a new player. */
export const sessionRules = {
  realityCheckMinutes: { least: 10, most: 240, initial: 60 },
  sessionWarningMinutes: { least: 10, most: 720, initial: 120 },
  lossWarningMinor: { least: 100, most: 100_000_000, initial: 50_000 },
  /** A session ends after this many minutes without a stake. */
  gapMinutes: 30,
} as const;

const within = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most);

export const PlaySettings = z.object({
  realityCheckMinutes: within(sessionRules.realityCheckMinutes),
  sessionWarningMinutes: within(sessionRules.sessionWarningMinutes),
  lossWarningMinor: within(sessionRules.lossWarningMinor),
  /** Shows session and loss warnings in a dialog; otherwise they are a line on the page. */
  popupReminders: z.boolean(),
  timeDisplays: z.boolean(),
  spendingDisplays: z.boolean(),
});
export type PlaySettings = z.infer<typeof PlaySettings>;

/** A reality check that is due. No further stake is taken until the player acknowledges it. */
export const RealityCheck = z.object({ id: Id, dueAt: Instant, minutes: z.int() });
export type RealityCheck = z.infer<typeof RealityCheck>;

export const Session = z.object({
  currency: PlayCurrency,
  /** Absent outside a session. */
  startedAt: Instant.optional(),
  /** The end of the session if no further stake is taken. */
  endsAt: Instant.optional(),
  stakedMinor: BalanceMinor,
  returnedMinor: BalanceMinor,
  netMinor: SignedMinor,
  limitMinutes: z.int().optional(),
  nextCheckAt: Instant.optional(),
  realityCheck: RealityCheck.optional(),
  settings: PlaySettings,
});
export type Session = z.infer<typeof Session>;

const Product = PlayFigures;

/** Deposits and withdrawals by the time of their approval; stakes and returns by the time of the stake. Open stakes are not part of `netMinor`. */
const figures = {
  depositedMinor: BalanceMinor,
  withdrawnMinor: BalanceMinor,
  stakedMinor: BalanceMinor,
  openStakeMinor: BalanceMinor,
  returnedMinor: BalanceMinor,
  netMinor: SignedMinor,
  sessions: z.int(),
  playMinutes: z.int(),
  byProduct: z.object({ sports: Product, casino: Product }),
};
const Figures = z.object(figures);

export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, fieldMessages.monthInvalid);

export const Statement = z.object({
  currency: PlayCurrency,
  month: Month,
  ...figures,
  lifetime: Figures,
  /** The months with activity, newest first. */
  months: z.array(Month),
});
export type Statement = z.infer<typeof Statement>;

/** Sessions that began in a period, of sports and casino together. */
export const PlayedSessions = z.object({ period: PlayPeriod, sessions: z.int(), playMinutes: z.int() });

export const sessionRefusals = {
  checkUnknown: refusal('not_found', 404, 'Reality check not found', 'reality_check'),
} as const;

export const sessionRoutes = {
  session: route('GET /api/risk/session', {
    summary: 'The current play session, the reality check that is due, and the settings',
    access: 'player',
    reply: Session,
    refusals: [common.unavailable],
  }),
  acknowledge: route('POST /api/risk/reality-checks/:id/acknowledge', {
    summary: 'Acknowledges a reality check; stakes are taken again before the reply. Repeating it changes nothing',
    access: 'player',
    params: byId,
    reply: Session,
    refusals: [sessionRefusals.checkUnknown, common.unavailable],
  }),
  statement: route('GET /api/risk/statement', {
    summary: 'Activity of a UTC month (the current one by default) and of the whole lifetime, per product',
    access: 'player',
    query: z.strictObject({ month: Month.optional() }),
    reply: Statement,
    refusals: [common.unavailable],
  }),
  played: route('GET /api/risk/sessions', {
    summary: 'How many play sessions began in a period, and their minutes',
    access: 'player',
    query: z.strictObject({ period: PlayPeriod.optional() }),
    reply: PlayedSessions,
  }),
  playSettings: route('GET /api/risk/settings', {
    summary: 'Intervals and displays of safe play',
    access: 'player',
    reply: PlaySettings,
  }),
  setPlaySettings: route('PUT /api/risk/settings', {
    summary:
      'Sets intervals and displays of safe play; a longer interval applies after the next acknowledgement or in the next session',
    access: 'player',
    body: z.strictObject(PlaySettings.shape),
    reply: PlaySettings,
    refusals: [common.unavailable],
  }),
} as const;

export const sessionEvents = {
  realityCheckDue: event('risk', 'RealityCheckDue', {
    summary: 'A reality check is due: play stops until the player acknowledges it.',
    data: z.object({ playerId: Id, checkId: Id, minutes: z.int() }),
    audience: { player: 'playerId' },
  }),
} as const;
