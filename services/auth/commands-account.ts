/** What a player says about himself: profile, preferences, and that he accepts the terms. Values stay here; the facts name fields only. */

import { say } from '@fairline/chassis/outbox';
import { isInfrastructure } from '@fairline/chassis/postgres';
import { authEvents, authRefusals, termsVersion } from '@fairline/proto/auth';
import { defaultPreferences, type Preferences, type Profile, type ProfileChange } from '@fairline/proto/auth/account';
import { common, Refusal } from '@fairline/proto/contract';
import { type CountryCode, countryCode, jurisdictionOf } from '@fairline/proto/countries';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { bind } from './commands-users.ts';
import type { Auth } from './config.ts';
import { askPlayCurrency, readPlayCurrency } from './peers.ts';
import * as store from './store.ts';
import * as accounts from './store-account.ts';
import { type Player, personKey, refuseCardNumbers } from './user.ts';

/** What a verified identity says is not the player's to change. */
const verifiedFields = ['firstName', 'lastName', 'country', 'dateOfBirth'] as const;

export async function profile(room: Auth, playerId: string): Promise<Profile> {
  const { player, details } = await read(room, playerId);
  return {
    email: player.email,
    emailVerified: player.emailVerifiedAt !== null,
    firstName: player.firstName,
    lastName: player.lastName,
    dateOfBirth: details.dateOfBirth ?? '',
    country: player.country,
    phone: details.phone,
    address: details.address,
    city: details.city,
    postalCode: details.postalCode,
    fixed: ['email', ...(player.level === 'verified' ? verifiedFields : ['dateOfBirth'])],
    termsVersion: player.termsVersion,
    termsAcceptedAt: details.termsAcceptedAt.toISOString(),
  };
}

/** Changes what is given. Another country may bring another jurisdiction, which binds money before this is answered. */
export async function changeProfile(room: Auth, playerId: string, given: ProfileChange): Promise<Profile> {
  const { firstName = '', lastName = '', address = '', city = '', postalCode = '' } = given;
  refuseCardNumbers({ firstName, lastName, address, city, postalCode });
  const change: ProfileChange = { ...given, ...(given.country !== undefined && { country: countryCode(given.country) as CountryCode }) };
  const player = await room.db.tx(async (tx) => {
    const before = await store.lockPlayer(tx, playerId);
    if (!before) throw new Refusal(authRefusals.sessionExpired);
    const details = (await accounts.details(tx, playerId)) as accounts.Details;
    const now: Record<string, unknown> = { ...before, ...details };
    const fields = (Object.keys(change) as (keyof ProfileChange)[]).filter((field) => change[field] !== undefined && change[field] !== now[field]);
    refuseFixed(before, fields);
    if (fields.length === 0) return before;
    const { firstName: first, lastName: last, country } = { ...before, ...change };
    const key = details.dateOfBirth && !before.demo ? personKey(first ?? '', last ?? '', details.dateOfBirth) : null;
    const jurisdiction = jurisdictionOf(country as CountryCode, room.jurisdiction);
    const after = await accounts.changeProfile(tx, before, { ...change, jurisdiction, personKey: key });
    await say(tx, authEvents.profileUpdated, playerId, after.version, { playerId, fields });
    await accounts.remember(tx, playerId, { kind: 'profile_changed', params: { fields } }, room.clock.now());
    return after;
  });
  if (!(await bind(room, player))) throw new Refusal(common.unavailable);
  return profile(room, playerId);
}

function refuseFixed(before: Player, fields: readonly string[]): void {
  if (before.demo && fields.length > 0) throw new Refusal(authRefusals.demoAccount);
  const fixed = before.level === 'verified' ? fields.filter((field) => verifiedFields.some((name) => name === field)) : [];
  const errors = Object.fromEntries(fixed.map((field) => [field, authRefusals.profileFixed.message]));
  if (fixed.length > 0) throw new Refusal(authRefusals.profileFixed, undefined, errors);
}

export async function preferences(room: Auth, playerId: string): Promise<Preferences> {
  const { player, details } = await read(room, playerId);
  return wholePreferences(player, details);
}

/** Sets them all. The play currency is wallet's to change, and is asked for first: refused, nothing is set. */
export async function setPreferences(room: Auth, playerId: string, wanted: Preferences): Promise<Preferences> {
  const { player, details } = await read(room, playerId);
  const heard = player.currency !== wanted.currency || details.currencyAskedAt ? await changeCurrency(room, playerId, wanted.currency) : undefined;
  await room.db.tx(async (tx) => {
    await store.lockPlayer(tx, playerId);
    if (heard) await accounts.copyCurrency(tx, playerId, heard);
    const after = await accounts.setPreferences(tx, playerId, wanted);
    await say(tx, authEvents.profileUpdated, playerId, after.version, { playerId, fields: ['preferences'] });
  });
  return preferences(room, playerId);
}

/** That wallet is asked is written first: where its answer is lost, or another asked at the same time, the sweep reads again what wallet has. */
async function changeCurrency(room: Auth, playerId: string, wanted: PlayCurrencyCode): Promise<accounts.HeardCurrency> {
  const asked = await accounts.askCurrency(room.db, playerId, room.clock.now());
  const currency = await askPlayCurrency(room, playerId, wanted);
  return { currency, askedAt: asked.askedAt, certain: asked.alone };
}

/** Longer than wallet is waited for: what was asked before is either done or lost. */
const askedMs = 10_000;
const readAtOnce = 20;

/** Reads play currencies from wallet, which owns them, where the copy kept here may be another. */
export async function readCurrencies(room: Auth): Promise<void> {
  const before = new Date(room.clock.now().getTime() - askedMs);
  await eachAlone(room, 'currency', await accounts.currenciesAsked(room.db, before, readAtOnce), async ({ currencyAskedAt: askedAt, ...player }) => {
    const currency = await readPlayCurrency(room, player);
    if (!currency) return;
    await room.db.tx(async (tx) => {
      const after = await accounts.copyCurrency(tx, player.id, { currency, askedAt, certain: true });
      if (currency !== player.currency) await say(tx, authEvents.profileUpdated, player.id, after.version, { playerId: player.id, fields: ['preferences'] });
    });
  });
}

/** Does the work of a sweep for each player by himself: one whom it fails for is logged and tried again in the next sweep, and holds up nobody. */
export async function eachAlone<P extends { id: string }>(
  room: Auth,
  sweep: string,
  players: readonly P[],
  work: (player: P) => Promise<unknown>,
): Promise<void> {
  for (const player of players) {
    try {
      await work(player);
    } catch (error) {
      if (isInfrastructure(error)) throw error;
      const { message, stack } = error as Error;
      room.log.error({ sweep, playerId: player.id, error: message, stack }, 'the sweep goes on without this player');
    }
  }
}

function wholePreferences({ currency, language }: Player, { preferences: kept, marketingOptIn }: accounts.Details): Preferences {
  const { notifications, privacy, oddsFormat, timezone } = defaultPreferences;
  return {
    oddsFormat: kept.oddsFormat ?? oddsFormat,
    timezone: kept.timezone ?? timezone,
    currency,
    language: language === 'es' ? 'es' : 'en',
    notifications: { ...notifications, ...kept.notifications, marketing: marketingOptIn },
    privacy: { showOnlineStatus: kept.privacy?.showOnlineStatus ?? privacy.showOnlineStatus },
  };
}

export async function acceptTerms(room: Auth, playerId: string, version: string): Promise<void> {
  if (version !== termsVersion) throw new Refusal(authRefusals.termsOutdated);
  const { player } = await read(room, playerId);
  if (player.termsVersion !== version) await room.db.tx((tx) => accounts.acceptTerms(tx, playerId, version, room.clock.now()));
}

async function read(room: Auth, playerId: string): Promise<{ player: Player; details: accounts.Details }> {
  const [player, details] = await Promise.all([store.player(room.db, playerId), accounts.details(room.db, playerId)]);
  if (!player || !details) throw new Refusal(authRefusals.sessionExpired);
  return { player, details };
}
