/** The profile that players enter, and their acceptance of the terms. Values stay in auth; events contain the names of changed fields only. */

import { publish, publishAll } from '@fairline/chassis/messaging/outbox';
import type { Queries } from '@fairline/chassis/storage/postgres';
import { only } from '@fairline/chassis/storage/rows';
import { accountEvents, accountRefusals, type Profile, type ProfileChange } from '@fairline/proto/auth/account';
import { termsVersion } from '@fairline/proto/auth/fields';
import { sessionRefusals } from '@fairline/proto/auth/sessions';
import { userEvents, userRefusals } from '@fairline/proto/auth/users';
import { common, Refusal } from '@fairline/proto/contract';
import {
  type CountryCode,
  countryCode,
  type Jurisdiction,
  jurisdictionAfterMove,
  jurisdictionOf,
} from '@fairline/proto/countries';
import { bindPermit } from '../users/commands.ts';
import { lockPlayer, readKycAssessment, readPlayer, recordHistory } from '../users/store.ts';
import { type Player, personKey, refuseCardNumbers } from '../users/user.ts';
import type { AccountContext } from './context.ts';
import { markTermsAccepted, type ProfileDetails, readDetails, readMoved, updateProfile } from './store.ts';

/** Fields that identity verification relied on: fixed for verified players, and for those whose documents are approved while a match suspends the level. */
const verifiedFields = ['firstName', 'lastName', 'country', 'dateOfBirth'] as const;

export async function readProfile(ctx: AccountContext, playerId: string): Promise<Profile> {
  const { player, details } = await readAccount(ctx, playerId);
  const isFixed = await isIdentityFixed(ctx.db, player);
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
    fixed: ['email', ...(isFixed ? verifiedFields : ['dateOfBirth'])],
    termsVersion: player.termsVersion,
    termsAcceptedAt: details.termsAcceptedAt.toISOString(),
  };
}

/** Changes the given fields. A new country may mean a stricter jurisdiction, which wallet must confirm before the reply; a less strict one waits for a proof of address. */
export async function changeProfile(ctx: AccountContext, playerId: string, given: ProfileChange): Promise<Profile> {
  const { firstName = '', lastName = '', address = '', city = '', postalCode = '' } = given;
  refuseCardNumbers({ firstName, lastName, address, city, postalCode });
  const change: ProfileChange = {
    ...given,
    ...(given.country !== undefined && { country: countryCode(given.country) as CountryCode }),
  };
  const player = await ctx.db.tx(async (tx) => {
    const before = await lockPlayer(tx, playerId);
    if (!before) throw new Refusal(sessionRefusals.sessionExpired);
    const details = only(await readDetails(tx, playerId));
    const current: Record<string, unknown> = { ...before, ...details };
    const fields = (Object.keys(change) as (keyof ProfileChange)[]).filter(
      (field) => change[field] !== undefined && change[field] !== current[field],
    );
    refuseFixedFields(before, await isIdentityFixed(tx, before), fields);
    if (fields.length === 0) return before;
    const { firstName: first, lastName: last, country } = { ...before, ...change };
    const key = details.dateOfBirth && !before.demo ? personKey(first ?? '', last ?? '', details.dateOfBirth) : null;
    const jurisdiction = jurisdictionAfterMove(before.jurisdiction, country ?? before.country, ctx.jurisdiction);
    const now = ctx.clock.now();
    const after = await updateProfile(tx, before, { ...change, jurisdiction, personKey: key }, now);
    const move = fields.includes('country') && {
      move: { at: now.toISOString(), needsProof: waitsForProof(after, ctx.jurisdiction) },
    };
    await publish(tx, accountEvents.profileUpdated, playerId, after.version, { playerId, fields, ...move });
    if (jurisdiction !== before.jurisdiction) {
      const { status, level } = after;
      await publish(tx, userEvents.verificationChanged, playerId, after.version, {
        playerId,
        status,
        level,
        jurisdiction,
      });
    }
    await recordHistory(tx, playerId, { kind: 'profile_changed', params: { fields } }, now);
    return after;
  });
  if (!(await bindPermit(ctx, player))) throw new Refusal(common.unavailable);
  return readProfile(ctx, playerId);
}

/** Whether the jurisdiction of an earlier country applies until a proof of address is approved. */
const waitsForProof = ({ jurisdiction, country }: Player, installation: Jurisdiction): boolean =>
  jurisdictionAfterMove(jurisdiction, country, installation) !== jurisdictionOf(country, installation);

const movesAtOnce = 500;

/** Publishes each move again that waits for a proof of address. Instances of an earlier release drop the move, and the answer that it is proven. */
export async function repeatMoves({ db, jurisdiction }: Pick<AccountContext, 'db' | 'jurisdiction'>): Promise<void> {
  let moved: Awaited<ReturnType<typeof readMoved>> = [];
  do {
    moved = await readMoved(db, moved.at(-1)?.id ?? null, movesAtOnce);
    const events = moved.flatMap((player) => {
      const { id, version, movedAt } = player;
      const data = { playerId: id, fields: [], move: { at: movedAt.toISOString(), needsProof: true } };
      return waitsForProof(player, jurisdiction) ? [{ aggregate: id, version, data }] : [];
    });
    await db.tx((tx) => publishAll(tx, accountEvents.profileUpdated, events));
  } while (moved.length === movesAtOnce);
}

async function isIdentityFixed(on: Queries, { id, level }: Player): Promise<boolean> {
  return level === 'verified' || (await readKycAssessment(on, id))?.approved === true;
}

function refuseFixedFields(before: Player, isFixed: boolean, fields: readonly string[]): void {
  if (before.demo && fields.length > 0) throw new Refusal(userRefusals.demoAccount);
  const fixed = isFixed ? fields.filter((field) => verifiedFields.some((name) => name === field)) : [];
  const errors = Object.fromEntries(fixed.map((field) => [field, accountRefusals.profileFixed.message]));
  if (fixed.length > 0) throw new Refusal(accountRefusals.profileFixed, undefined, errors);
}

export async function acceptTerms(ctx: AccountContext, playerId: string, version: string): Promise<void> {
  if (version !== termsVersion) throw new Refusal(accountRefusals.termsOutdated);
  const { player } = await readAccount(ctx, playerId);
  if (player.termsVersion !== version)
    await ctx.db.tx((tx) => markTermsAccepted(tx, playerId, version, ctx.clock.now()));
}

export async function readAccount(
  ctx: AccountContext,
  playerId: string,
): Promise<{ player: Player; details: ProfileDetails }> {
  const [player, details] = await Promise.all([readPlayer(ctx.db, playerId), readDetails(ctx.db, playerId)]);
  if (!player || !details) throw new Refusal(sessionRefusals.sessionExpired);
  return { player, details };
}
