/** Queries of passkeys and of answered challenges. A violated constraint that a caller can cause becomes its Refusal here. */
import { brokenConstraint, type Queries, type Tx } from '@fairline/chassis/storage/postgres';
import {
  bool,
  bytes,
  instant,
  integer,
  json,
  nullable,
  oneOf,
  only,
  type Row,
  text,
  uuid,
} from '@fairline/chassis/storage/rows';
import { passkeyRefusals } from '@fairline/proto/auth/passkeys';
import { Refusal } from '@fairline/proto/contract';
import { z } from 'zod';
import type { Owner } from '../users/store-secrets.ts';
import type { AccountKind } from '../users/user.ts';

const passkeyRow = {
  id: uuid,
  kind: oneOf(['player', 'operator']),
  subjectId: uuid,
  credentialId: bytes,
  publicKey: bytes,
  counter: integer,
  transports: json(z.array(z.string())),
  deviceType: oneOf(['singleDevice', 'multiDevice']),
  backedUp: bool,
  name: text,
  createdAt: instant,
  lastUsedAt: nullable(instant),
};
export type StoredPasskey = Row<typeof passkeyRow>;
export type NewCredential = Pick<
  StoredPasskey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'deviceType' | 'backedUp'
>;

const counterRow = { counter: integer };
const nameRow = { name: text };

const passkeyColumns = `id, kind, subject_id as "subjectId", credential_id as "credentialId", public_key as "publicKey", counter, to_jsonb(transports) as transports,
  device_type as "deviceType", backed_up as "backedUp", name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** The passkeys of an account, oldest first. */
export function readPasskeys(on: Queries, { kind, id }: Owner): Promise<StoredPasskey[]> {
  return on.rows(passkeyRow, `select ${passkeyColumns} from passkeys where subject_id = $1 and kind = $2 order by id`, [
    id,
    kind,
  ]);
}

export function readPasskeyOfCredential(
  on: Queries,
  kind: AccountKind,
  credentialId: Buffer,
): Promise<StoredPasskey | undefined> {
  return on.row(passkeyRow, `select ${passkeyColumns} from passkeys where credential_id = $1 and kind = $2`, [
    credentialId,
    kind,
  ]);
}

export async function insertPasskey(
  tx: Tx,
  { kind, id }: Owner,
  credential: NewCredential & { name: string },
  now: Date,
): Promise<StoredPasskey> {
  try {
    return only(
      await tx.row(
        passkeyRow,
        `insert into passkeys (kind, subject_id, credential_id, public_key, counter, transports, device_type, backed_up, name, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${passkeyColumns}`,
        [
          kind,
          id,
          credential.credentialId,
          credential.publicKey,
          credential.counter,
          credential.transports,
          credential.deviceType,
          credential.backedUp,
          credential.name,
          now,
        ],
      ),
    );
  } catch (error) {
    if (brokenConstraint(error) === 'passkeys_credential') throw new Refusal(passkeyRefusals.passkeyTaken);
    throw error;
  }
}

/** Renames a passkey; returns its previous name, or undefined if the account has no such passkey. */
export async function renamePasskey(
  tx: Tx,
  owner: Owner,
  passkeyId: string,
  name: string,
): Promise<string | undefined> {
  const before = await tx.row(
    nameRow,
    'select name from passkeys where id = $1 and subject_id = $2 and kind = $3 for update',
    [passkeyId, owner.id, owner.kind],
  );
  if (before) await tx.run('update passkeys set name = $2 where id = $1', [passkeyId, name]);
  return before?.name;
}

/** Removes a passkey; returns its name, or undefined if the account has no such passkey. */
export async function deletePasskey(tx: Tx, owner: Owner, passkeyId: string): Promise<string | undefined> {
  const statement = 'delete from passkeys where id = $1 and subject_id = $2 and kind = $3 returning name';
  return (await tx.row(nameRow, statement, [passkeyId, owner.id, owner.kind]))?.name;
}

/** Records the use of a passkey. `copied`: its counter did not rise; `removed`: it no longer exists. */
export async function markPasskeyUsed(
  tx: Tx,
  id: string,
  { counter, backedUp }: Pick<StoredPasskey, 'counter' | 'backedUp'>,
  now: Date,
): Promise<'used' | 'copied' | 'removed'> {
  const stored = await tx.row(counterRow, 'select counter from passkeys where id = $1 for update', [id]);
  if (!stored) return 'removed';
  // Many passkeys have no counter and always send 0.
  if ((counter > 0 || stored.counter > 0) && counter <= stored.counter) return 'copied';
  await tx.run('update passkeys set counter = $2, backed_up = $3, last_used_at = $4 where id = $1', [
    id,
    counter,
    backedUp,
    now,
  ]);
  return 'used';
}

/** Stores an answered challenge; false if it was answered before. */
export async function takeChallenge(tx: Tx, hash: Buffer, endsAt: Date): Promise<boolean> {
  return (
    (await tx.run('insert into passkey_challenges (hash, expires_at) values ($1, $2) on conflict (hash) do nothing', [
      hash,
      endsAt,
    ])) === 1
  );
}
