/**
 * Signing in with a passkey. The device has verified the person, so neither password nor code is needed. Otherwise it is a sign-in like any other,
 * with the same limits, refusals, records and sessions. A player's passkey opens no operator account, and an operator's no player account.
 */
import type { Tx } from '@fairline/chassis/storage/postgres';
import { type PasskeyAssertion, passkeyRefusals } from '@fairline/proto/auth/passkeys';
import type { OperatorSession, PlayerSession } from '@fairline/proto/auth/sessions';
import { userRefusals } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import type { z } from 'zod';
import { readPlayerWithSecrets } from '../account/store.ts';
import type { SignedIn } from '../sessions/commands.ts';
import { admitSignIn } from '../sessions/proofs.ts';
import { enterPlayer, playerSession, recordSignInFailure, type Visitor } from '../sessions/sign-in.ts';
import { type ClientOrigin, mayServe } from '../staff/operator.ts';
import { admitOperator, operatorHolder, recordOperatorFailure } from '../staff/sign-in.ts';
import { readOperatorSecrets } from '../staff/store.ts';
import type { AccountKind } from '../users/user.ts';
import { mayEnter } from '../users/user.ts';
import { publishChange, useUp } from './commands.ts';
import { type Answered, answeredChallenge, verifySignature } from './commands-ceremony.ts';
import type { PasskeysContext } from './context.ts';
import { markPasskeyUsed, readPasskeyOfCredential, type StoredPasskey } from './store.ts';

type Assertion = z.infer<typeof PasskeyAssertion>;

/** A passkey with a valid signature, before its counter is compared. */
interface Signed {
  passkey: StoredPasskey;
  answered: Answered;
  counter: number;
  backedUp: boolean;
}

export async function signInByPasskey(
  ctx: PasskeysContext,
  { assertion, remember }: { assertion: Assertion; remember?: boolean | undefined },
  visitor: Visitor,
): Promise<SignedIn<PlayerSession>> {
  const passkey = await findPasskey(ctx, 'player', assertion, visitor);
  const player = await readPlayerWithSecrets(ctx.db, passkey.subjectId);
  if (!player || !mayEnter(player, ctx.demo)) throw new Refusal(passkeyRefusals.passkeyUnknown);
  const admission = await admitSignIn(ctx, { kind: 'player', email: player.email }, visitor);
  const fail = () => recordSignInFailure(ctx, player.id, admission.last ? 'throttled' : 'passkey', visitor);
  const signed = await withRecord(fail, () => checkAssertion(ctx, passkey, assertion));
  if (player.status === 'closed') {
    await recordSignInFailure(ctx, player.id, 'status', visitor);
    throw new Refusal(userRefusals.accountClosed);
  }
  const entry = await withRecord(fail, () =>
    ctx.db.tx(async (tx) => {
      const entered = await enterPlayer(
        ctx,
        tx,
        { ...player, kind: 'player' },
        { method: 'passkey', remember },
        visitor,
      );
      await usePasskey(ctx, tx, signed);
      return entered;
    }),
  ).catch((error) => reportCopied(ctx, signed, visitor, error));
  await ctx.throttle.clear(admission);
  return playerSession(ctx, entry);
}

export async function signInOperatorByPasskey(
  ctx: PasskeysContext,
  assertion: Assertion,
  presence: ClientOrigin,
): Promise<SignedIn<OperatorSession>> {
  const passkey = await findPasskey(ctx, 'operator', assertion, presence);
  const found = await readOperatorSecrets(ctx.db, passkey.subjectId);
  if (!found) throw new Refusal(passkeyRefusals.passkeyUnknown);
  const admission = await admitSignIn(ctx, { kind: 'operator', email: found.email }, presence);
  const recordFailure = (reason: string) =>
    recordOperatorFailure(ctx, { operatorId: found.id, ...presence }, 'operator.sign_in_failed', reason);
  if (!mayServe(found, ctx)) {
    await recordFailure('no access');
    throw new Refusal(passkeyRefusals.passkeyUnknown);
  }
  const fail = () => recordFailure('passkey refused');
  const signed = await withRecord(fail, () => checkAssertion(ctx, passkey, assertion));
  const holder = { ...operatorHolder(found), proof: 'passkey' as const };
  const entry = await withRecord(fail, () =>
    admitOperator(ctx, holder, presence, (tx) => usePasskey(ctx, tx, signed)),
  ).catch((error) => reportCopied(ctx, signed, presence, error));
  await ctx.throttle.clear(admission);
  return entry;
}

/** Finds the passkey by its id. An unknown id counts against the calling address. */
async function findPasskey(
  ctx: PasskeysContext,
  kind: AccountKind,
  { id }: Assertion,
  { address }: { address: string },
): Promise<StoredPasskey> {
  const passkey = await readPasskeyOfCredential(ctx.db, kind, Buffer.from(id, 'base64url'));
  if (passkey) return passkey;
  await ctx.throttle.spend('signInAddress', address);
  ctx.count.stranger(kind);
  throw new Refusal(passkeyRefusals.passkeyUnknown);
}

async function checkAssertion(ctx: PasskeysContext, passkey: StoredPasskey, assertion: Assertion): Promise<Signed> {
  const answered = answeredChallenge(ctx, assertion.response.clientDataJSON, `sign in ${passkey.kind}`);
  return { passkey, answered, ...(await verifySignature(ctx, passkey, assertion, answered)) };
}

/** Uses up the challenge and stores the passkey's new counter, in the transaction that opens the session. */
async function usePasskey(ctx: PasskeysContext, tx: Tx, { passkey, answered, ...state }: Signed): Promise<void> {
  await useUp(tx, answered);
  const outcome = await markPasskeyUsed(tx, passkey.id, state, ctx.clock.now());
  if (outcome === 'removed') throw new Refusal(passkeyRefusals.passkeyUnknown);
  if (outcome === 'copied') throw new Refusal(passkeyRefusals.passkeyCopied);
}

/** Records a refused sign-in in the history of the passkey's account. */
async function withRecord<T>(record: () => Promise<void>, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (Object.values(passkeyRefusals).some((refusal) => error instanceof Refusal && error.is(refusal))) await record();
    throw error;
  }
}

/** Informs the owner of a passkey that may have been copied. */
async function reportCopied(
  ctx: PasskeysContext,
  { passkey }: Signed,
  { address, agent }: ClientOrigin,
  error: unknown,
): Promise<never> {
  if (error instanceof Refusal && error.is(passkeyRefusals.passkeyCopied)) {
    const owner = { kind: passkey.kind, id: passkey.subjectId, address, agent };
    await ctx.db.tx((tx) => publishChange(ctx, tx, owner, 'copied', passkey.name));
  }
  throw error;
}
