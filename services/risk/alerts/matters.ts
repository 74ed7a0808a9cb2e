/** Which actions on a player an alert about them may be a consequence of. Whoever took one shortly before, or since, cannot close the alert. Pure. */
import { Id } from '@fairline/proto/contract';
import type { AlertType } from '@fairline/proto/risk/alerts';
import { type Act, playersIn } from './insiders.ts';

/** An operator's action on a player. */
export interface PlayerAct {
  readonly eventId: string;
  readonly playerId: string;
  readonly operatorId: string;
  readonly action: string;
  readonly at: Date;
}

/** Actions this long before an alert count. */
export const actedWithinMs = 7 * 24 * 60 * 60 * 1_000;

const identity = /^(user\.(email|verified|status)|kyc\.(screened|approved|document_approved)(_first)?)$/;
const signIn = /^(user\.(email|status|signed_out)|pin\.clear)$/;
const money = /^(payment\.(approve|reject|mark_paid|after_closing)|adjustment\.|free_bet\.|welcome_bonus\.|claim\.)/;
const play = /^(bet\.|round\.|claim\.)/;

/** The matters of each type of alert about a player. Alerts about operators and the platform have none: they name whoever acted. */
const knownMatters: Partial<Record<AlertType, readonly RegExp[]>> = {
  account_takeover: [signIn, identity, money],
  sign_in_failures: [signIn],
  shared_device: [identity, money],
  shared_address: [identity, money],
  shared_destination: [identity, money],
  kyc_mismatch: [identity],
  excluded_person: [identity, money],
  large_deposit: [money, identity],
  structuring: [money],
  unplayed_withdrawal: [money, identity],
  raised_limit_deposit: [money],
  failed_deposits: [money],
  dormant_account: [money, signIn],
  large_adjustment: [money],
  bonus_abuse: [money, play],
  large_win: [money, play],
  arbitrage: [play],
  late_bets: [play],
  unusual_stake: [play],
  opposite_sides: [play, money],
  bet_velocity: [play],
};

const mattersOf: ReadonlyMap<string, readonly RegExp[]> = new Map(Object.entries(knownMatters));

/** After an alert only these count: to clear a match or to move money decides what the alert is about. To suspend a player, sign them out or reject a payment answers it. */
const laterMatters: readonly RegExp[] = [identity, money];
const answers = /^(user\.status|payment\.reject)$/;

export const isSameMatter = (type: string, action: string, isLater = false): boolean =>
  mattersOf
    .get(type)
    ?.some((matter) => matter.test(action) && (!isLater || (laterMatters.includes(matter) && !answers.test(action)))) ??
  false;

/** The actions on players that a service recorded. */
export function playerActsOf({ id, at, data }: Omit<Act, 'service'> & { readonly at: Date }): PlayerAct[] {
  const { operatorId, action, resourceType, resourceId } = data;
  const about =
    (resourceType === 'user' || resourceType === 'player') && Id.safeParse(resourceId).success ? [resourceId] : [];
  const players = new Set([...about, ...playersIn(data)]);
  return [...players].map((playerId) => ({ eventId: id, playerId: playerId.toLowerCase(), operatorId, action, at }));
}
