/**
 * Adding, renaming and removing passkeys of players and operators. To add one, a player gives the password, and a code if sign-ins need one, because the passkey
 * replaces both; an operator needs a fresh proof. A change of password or authenticator in between cancels a passkey that is being added.
 */
import { createHash, randomUUID } from 'node:crypto';
import { recordOperatorAction } from '@fairline/chassis/messaging/operator-action';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { authAuditEvents } from '@fairline/proto/auth/audit';
import {
  type Passkey,
  type PasskeyAttestation,
  type PasskeyCreation,
  passkeyEvents,
  passkeyRefusals,
  passkeyRules,
} from '@fairline/proto/auth/passkeys';
import { sessionRefusals } from '@fairline/proto/auth/sessions';
import { common, Refusal } from '@fairline/proto/contract';
import type { z } from 'zod';
import { readChangeable } from '../account/security.ts';
import { queueOperatorMail } from '../mail/store.ts';
import { requireSession } from '../sessions/commands.ts';
import { deviceName } from '../sessions/device.ts';
import { anyCodeClaim, type Holder, passwordClaim, prove } from '../sessions/proofs.ts';
import { hashOf } from '../sessions/token.ts';
import { type Actor, onOperator } from '../staff/operator.ts';
import { readOwn, readOwnChangeable } from '../staff/own-account.ts';
import { incrementOperatorVersion } from '../staff/store.ts';
import { incrementPlayerVersion, recordHistory } from '../users/store.ts';
import { lockUnchanged, type Owner } from '../users/store-secrets.ts';
import { refuseCardNumbers } from '../users/user.ts';
import type { Purpose } from './challenge.ts';
import {
  type Answered,
  answeredChallenge,
  creationOf,
  type PasskeyOwner,
  verifyCreation,
} from './commands-ceremony.ts';
import type { PasskeysContext } from './context.ts';
import {
  deletePasskey,
  insertPasskey,
  readPasskeys,
  renamePasskey,
  type StoredPasskey,
  takeChallenge,
} from './store.ts';

/** A player or operator who manages their own passkeys, with their session, address and browser. */
export interface PasskeySelf extends Owner {
  sessionId: string;
  address: string;
  agent: string;
}

type Keeper = Holder & PasskeyOwner;
type Change = 'added' | 'removed' | 'copied';

export async function listPasskeys(ctx: PasskeysContext, self: PasskeySelf): Promise<{ items: Passkey[] }> {
  await (self.kind === 'operator' ? readOwn(ctx, actorOf(self)) : requireSession(ctx, 'player', self));
  return { items: (await readPasskeys(ctx.db, self)).map(passkeyView) };
}

/** Begins a player's passkey. Without the code, a stolen password and an open session would bypass the authenticator. */
export async function beginPlayerPasskey(
  ctx: PasskeysContext,
  self: PasskeySelf,
  { password, code }: { password: string; code?: string | undefined },
): Promise<z.input<typeof PasskeyCreation>> {
  const player = await readConfirmed(ctx, self.id);
  const claims = [
    passwordClaim(ctx, player, password),
    ...(player.twoFactor ? [anyCodeClaim(ctx, player, code ?? '')] : []),
  ];
  await prove(ctx, player, self, ...claims);
  return begin(ctx, player, self);
}

export async function beginOperatorPasskey(
  ctx: PasskeysContext,
  self: PasskeySelf,
): Promise<z.input<typeof PasskeyCreation>> {
  return begin(ctx, await readOwnChangeable(ctx, actorOf(self)), self);
}

async function begin(
  ctx: PasskeysContext,
  keeper: Keeper,
  self: PasskeySelf,
): Promise<z.input<typeof PasskeyCreation>> {
  const known = await readPasskeys(ctx.db, self);
  if (known.length >= passkeyRules.most) throw new Refusal(passkeyRefusals.passkeyLimit);
  return creationOf(ctx, keeper, purposeOf(keeper, self), known);
}

export async function addPasskey(
  ctx: PasskeysContext,
  self: PasskeySelf,
  { name, attestation }: { name?: string | undefined; attestation: z.infer<typeof PasskeyAttestation> },
): Promise<Passkey> {
  const keeper = await readKeeper(ctx, self);
  const named = name || deviceName(self.agent);
  refuseCardNumbers({ name: named });
  const answered = answeredChallenge(ctx, attestation.response.clientDataJSON, purposeOf(keeper, self));
  const credential = await verifyCreation(ctx, attestation, answered);
  return ctx.db.tx(async (tx) => {
    if (!(await lockUnchanged(tx, keeper))) throw new Refusal(passkeyRefusals.passkeyOutdated);
    await useUp(tx, answered);
    if ((await readPasskeys(tx, self)).length >= passkeyRules.most) throw new Refusal(passkeyRefusals.passkeyLimit);
    const passkey = await insertPasskey(tx, self, { ...credential, name: named }, ctx.clock.now());
    await publishChange(ctx, tx, self, 'added', named);
    return passkeyView(passkey);
  });
}

export async function changePasskeyName(
  ctx: PasskeysContext,
  self: PasskeySelf,
  passkeyId: string,
  name: string,
): Promise<void> {
  await readKeeper(ctx, self);
  refuseCardNumbers({ name });
  await ctx.db.tx(async (tx) => {
    const before = await renamePasskey(tx, self, passkeyId, name);
    if (before === undefined) throw new Refusal(common.notFound);
    if (self.kind === 'operator')
      await recordAct(tx, actorOf(self), 'operator.passkey_renamed', { before: { name: before }, after: { name } });
  });
}

export async function removePasskey(ctx: PasskeysContext, self: PasskeySelf, passkeyId: string): Promise<void> {
  if (!(await readPasskeys(ctx.db, self)).some(({ id }) => id === passkeyId)) throw new Refusal(common.notFound);
  const keeper = await readKeeper(ctx, self);
  await ctx.db.tx(async (tx) => {
    // The account is locked before its passkeys, in the same order as at a sign-in.
    await lockUnchanged(tx, keeper);
    const name = await deletePasskey(tx, self, passkeyId);
    if (name === undefined) throw new Refusal(common.notFound);
    await publishChange(ctx, tx, self, 'removed', name);
  });
}

/** Uses up a challenge; refused if it was answered before. */
export async function useUp(tx: Tx, { challenge, endsAt }: Answered): Promise<void> {
  if (!(await takeChallenge(tx, hashOf(challenge), endsAt))) throw new Refusal(passkeyRefusals.passkeyOutdated);
}

/** Informs the owner: a player by an event with a notice, an operator by mail and in the audit log. */
export async function publishChange(
  ctx: PasskeysContext,
  tx: Tx,
  { kind, id, address, agent }: Owner & Pick<Actor, 'address' | 'agent'>,
  change: Change,
  name: string,
): Promise<void> {
  if (kind === 'player') {
    await publish(tx, passkeyEvents.passkeyChanged, id, await incrementPlayerVersion(tx, id), { playerId: id, change });
    if (change !== 'copied')
      await recordHistory(
        tx,
        id,
        { kind: 'profile_changed', params: { fields: ['passkey'], how: change } },
        ctx.clock.now(),
      );
    return;
  }
  await queueOperatorMail(
    tx,
    [{ id: randomUUID(), operatorId: id, template: 'operator_passkey', data: { change, name } }],
    ctx.clock.now(),
  );
  const values = change === 'removed' ? { before: { name } } : { after: { name } };
  await recordAct(tx, { operatorId: id, address, agent }, `operator.passkey_${change}`, values);
}

type Values = { before?: Record<string, unknown>; after?: Record<string, unknown> };

async function recordAct(tx: Tx, actor: Actor, action: string, values: Values): Promise<void> {
  const version = await incrementOperatorVersion(tx, actor.operatorId);
  await recordOperatorAction(tx, authAuditEvents.operatorActed, actor, version, {
    ...onOperator(action, actor.operatorId),
    ...values,
  });
}

/** The account of the caller; refused for shared demo accounts. */
async function readKeeper(ctx: PasskeysContext, self: PasskeySelf): Promise<Keeper> {
  if (self.kind === 'operator') return readOwnChangeable(ctx, actorOf(self));
  await requireSession(ctx, 'player', self);
  return readConfirmed(ctx, self.id);
}

/** The player's account; refused while its address is unconfirmed, because a stranger could keep access to the account of somebody else's address. */
async function readConfirmed(ctx: PasskeysContext, playerId: string) {
  const player = await readChangeable(ctx, playerId);
  if (!player.emailVerifiedAt) throw new Refusal(sessionRefusals.emailUnconfirmed);
  return player;
}

/** The purpose of a challenge for adding: valid for this account, this session, and the current password and authenticator. */
function purposeOf({ passwordHash, totpSecret }: Keeper, { kind, id, sessionId }: PasskeySelf): Purpose {
  const secrets = createHash('sha256')
    .update(passwordHash ?? '')
    .update('\n')
    .update(totpSecret ?? '')
    .digest('base64url');
  return `register ${kind} ${id} ${sessionId} ${secrets}`;
}

const actorOf = ({ id, ...rest }: PasskeySelf) => ({ ...rest, operatorId: id });

function passkeyView({ id, name, deviceType, backedUp, createdAt, lastUsedAt }: StoredPasskey): Passkey {
  return {
    id,
    name,
    deviceType,
    backedUp,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
