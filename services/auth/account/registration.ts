/** Registration and confirming the address. Wallet opens the accounts for money; a registration waits for its reply for 2 s at most. */

import { randomUUID } from 'node:crypto';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { defaultPreferences } from '@fairline/proto/auth/account';
import { emailChangeHours } from '@fairline/proto/auth/email';
import { termsVersion } from '@fairline/proto/auth/fields';
import { mailEvents, mailRefusals } from '@fairline/proto/auth/mail';
import { type PlayerSession, type Registration, sessionRefusals } from '@fairline/proto/auth/sessions';
import { userEvents, userRefusals } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import { type CountryCode, countryCode, jurisdictionOf } from '@fairline/proto/countries';
import { hourMs } from '@fairline/proto/time';
import { queueMail } from '../mail/store.ts';
import type { SignedIn } from '../sessions/commands.ts';
import { enterPlayer, playerSession, type Visitor } from '../sessions/sign-in.ts';
import { markLinkUsed, readLink } from '../sessions/store-links.ts';
import { hashOf } from '../sessions/token.ts';
import { refuseWeakPassword } from '../users/password.ts';
import { bonusChoice, openWallet } from '../users/peers.ts';
import {
  incrementPlayerVersion,
  insertPlayer,
  lockPlayer,
  markEmailVerified,
  type NewPlayer,
  readPlayer,
  recordHistory,
} from '../users/store.ts';
import { type Player, personKey, refuseCardNumbers, refuseUnderage } from '../users/user.ts';
import type { AccountContext } from './context.ts';
import { personKeysOf } from './person.ts';
import { findSamePerson, isAddressReserved, lockAddresses } from './store.ts';

/** Registers a player and signs them in. Wallet pays the welcome bonus: in demo mode on the event published here, otherwise once the address is confirmed. */
export async function register(
  ctx: AccountContext,
  form: Registration,
  visitor: Visitor,
): Promise<SignedIn<PlayerSession>> {
  await ctx.throttle.spend('register', visitor.address);
  const now = ctx.clock.now();
  refuseUnderage(form.dateOfBirth, now);
  refuseWeakPassword(form.password, form.email);
  refuseCardNumbers({ firstName: form.firstName, lastName: form.lastName });
  const country = countryCode(form.country) as CountryCode;
  const newcomer: NewPlayer = {
    email: form.email,
    firstName: form.firstName,
    lastName: form.lastName,
    country,
    jurisdiction: jurisdictionOf(country, ctx.jurisdiction),
    level: 'unverified',
    demo: false,
    emailVerifiedAt: null,
    passwordHash: await ctx.passwords.hash(form.password),
    dateOfBirth: form.dateOfBirth,
    personKey: personKey(form.firstName, form.lastName, form.dateOfBirth),
    termsVersion,
    marketingOptIn: form.marketingOptIn ?? false,
    language: form.language ?? defaultPreferences.language,
    timezone: form.timezone ?? defaultPreferences.timezone,
    createdAt: now,
  };
  const entry = await ctx.db.tx(async (tx) => {
    await lockAddresses(tx, [form.email]);
    if (await isAddressReserved(tx, form.email, new Date(now.getTime() - emailChangeHours.undo * hourMs)))
      throw new Refusal(userRefusals.emailTaken);
    const opened = await insertPlayer(tx, newcomer);
    await publishRegistered(tx, opened, form.welcomeBonus);
    await recordHistory(tx, opened.id, { kind: 'registered' }, now);
    const others = await findSamePerson(tx, opened.id, newcomer.personKey);
    if (others.length > 0)
      await publish(tx, userEvents.duplicateSuspected, opened.id, await incrementPlayerVersion(tx, opened.id), {
        playerId: opened.id,
        others,
      });
    return enterPlayer(
      ctx,
      tx,
      { kind: 'player', id: opened.id, passwordHash: newcomer.passwordHash, totpSecret: null },
      { method: 'registration' },
      visitor,
    );
  });
  await openWallet(ctx, entry.player, form.welcomeBonus);
  return playerSession(ctx, entry);
}

/** Publishes that an account exists, with its first version. */
export async function publishRegistered(tx: Tx, player: Player, welcomeBonus?: boolean): Promise<void> {
  const { id, country, jurisdiction, currency, level, demo } = player;
  const data = { playerId: id, country, jurisdiction, currency, level, demo, ...bonusChoice(welcomeBonus) };
  await publish(tx, userEvents.userRegistered, id, player.version, data);
}

/** Confirms an address by the token of a mail. A repeat while the link is valid succeeds too. Wallet pays the welcome bonus on the event, once per person. */
export async function verifyEmail(
  ctx: AccountContext,
  token: string,
  { address, device }: Pick<Visitor, 'address' | 'device'>,
): Promise<{ email: string }> {
  await ctx.throttle.spend('link', address);
  const now = ctx.clock.now();
  return ctx.db.tx(async (tx) => {
    const link = await readLink(tx, 'verify_email', hashOf(token), now);
    const player = link && (await lockPlayer(tx, link.subjectId));
    if (!player) throw new Refusal(mailRefusals.linkInvalid);
    await markLinkUsed(tx, hashOf(token), now);
    if (!player.emailVerifiedAt) await confirmAddress(ctx, tx, player, device, now);
    return { email: player.email };
  });
}

/** Marks the address as confirmed, because a link mailed to it was opened. `device` is the browser that opened it. */
export async function confirmAddress(
  ctx: AccountContext,
  tx: Tx,
  player: Player,
  device: string | undefined,
  now: Date,
): Promise<void> {
  const { version } = await markEmailVerified(tx, player.id, now);
  const personKeys = await personKeysOf(ctx, tx, player, device);
  await publish(tx, mailEvents.emailVerified, player.id, version, { playerId: player.id, personKeys });
  await recordHistory(tx, player.id, { kind: 'email_verified' }, now);
}

/** Mails the confirmation again; nothing if the address is confirmed. */
export async function resendVerification(ctx: AccountContext, playerId: string): Promise<void> {
  const player = await readPlayer(ctx.db, playerId);
  if (!player) throw new Refusal(sessionRefusals.sessionExpired);
  if (player.emailVerifiedAt) return;
  await ctx.throttle.spend('resend', playerId);
  await queueMail(ctx.db, [{ id: randomUUID(), playerId, template: 'verify_email', data: {} }], ctx.clock.now());
}
