/**
 * The rules of each jurisdiction for accounts, money and safe play, as data. The server enforces them and pages follow them.
 * Those of casino games are in games/profiles.ts.
 */
import { type Jurisdiction, jurisdictions } from './countries.ts';

export interface JurisdictionRules {
  /** Days and months of these rules begin at midnight in this timezone. */
  readonly timeZone: string;
  /** Whether identity is verified before the first deposit, bet and round. Withdrawals are unaffected. */
  readonly identityFirst: boolean;
  /** Methods that take no deposits. A withdrawal to where an earlier deposit came from stays possible. */
  readonly refusedDeposits: readonly string[];
  /** The calendar months of a self-exclusion, by the days that the player chose. Without an entry it lasts that many days. */
  readonly exclusionMonths: Partial<Readonly<Record<number, number>>>;
  /** How long after the player's request play returns, once a self-exclusion is over. Null: it returns by itself. */
  readonly returnHours: number | null;
  /** Whether time, stakes and net result are always shown to players. */
  readonly alwaysShowsPlay: boolean;
  /** Whether players are asked for a deposit limit before they deposit, until they set one or decline. */
  readonly asksDepositLimit: boolean;
  /** The highest wagering factor of a bonus; infinite if only the promotion sets it. */
  readonly mostWageringFactor: number;
  /** Whether a bonus may be wagered on sports and in the casino. Where it may not, one that counts on both counts on sports alone. */
  readonly mixesBonusProducts: boolean;
}

export const jurisdictionRules: Readonly<Record<Jurisdiction, JurisdictionRules>> = {
  open: {
    timeZone: 'UTC',
    identityFirst: false,
    refusedDeposits: [],
    exclusionMonths: {},
    returnHours: null,
    alwaysShowsPlay: false,
    asksDepositLimit: false,
    mostWageringFactor: Number.POSITIVE_INFINITY,
    mixesBonusProducts: true,
  },
  gb: {
    timeZone: 'Europe/London',
    // LCCP 17.1.1: customer identity verification.
    identityFirst: true,
    // LCCP 6.1.2: use of credit cards.
    refusedDeposits: ['credit_card'],
    // LCCP 3.5.3: at least six months, then a positive step of the player and a day to reconsider.
    exclusionMonths: { 180: 6, 365: 12 },
    returnHours: 24,
    // RTS 2E and 13: elapsed time and net position.
    alwaysShowsPlay: true,
    // RTS 12A: financial limits are offered before the first deposit.
    asksDepositLimit: true,
    // LCCP social responsibility code 5.1.1: bonuses.
    mostWageringFactor: 10,
    mixesBonusProducts: false,
  },
};

/** The jurisdictions whose rules meet a condition. */
export const jurisdictionsWhere = (meets: (rules: JurisdictionRules) => boolean): Jurisdiction[] =>
  jurisdictions.filter((jurisdiction) => meets(jurisdictionRules[jurisdiction]));
