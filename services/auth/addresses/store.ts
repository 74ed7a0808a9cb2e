/** Queries of changes of e-mail addresses. */
import { brokenConstraint, type Queries, type Tx } from '@fairline/chassis/storage/postgres';
import { instant, nullable, only, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { userRefusals } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import { playerColumns, playerRow } from '../users/store.ts';
import { emailKey, type Player } from '../users/user.ts';

const changeRow = {
  id: uuid,
  playerId: uuid,
  oldEmail: text,
  newEmail: text,
  operatorId: nullable(uuid),
  requestedAt: instant,
  confirmedAt: nullable(instant),
  endedAt: nullable(instant),
};
export type EmailChangeRow = Row<typeof changeRow>;

const columns = `id, player_id as "playerId", old_email as "oldEmail", new_email as "newEmail", operator_id as "operatorId",
  requested_at as "requestedAt", confirmed_at as "confirmedAt", ended_at as "endedAt"`;

/** Stores a pending change, and ends an earlier one. Call it with the player locked. */
export async function insertChange(
  tx: Tx,
  change: Pick<EmailChangeRow, 'id' | 'playerId' | 'oldEmail' | 'newEmail' | 'operatorId'>,
  now: Date,
): Promise<void> {
  await endPending(tx, change.playerId, now);
  await tx.run(
    `insert into email_changes (id, player_id, old_email, old_key, new_email, new_key, operator_id, requested_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      change.id,
      change.playerId,
      change.oldEmail,
      emailKey(change.oldEmail),
      change.newEmail,
      emailKey(change.newEmail),
      change.operatorId,
      now,
    ],
  );
}

export function readChange(on: Queries, id: string): Promise<EmailChangeRow | undefined> {
  return on.row(changeRow, `select ${columns} from email_changes where id = $1`, [id]);
}

export async function markConfirmed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.run('update email_changes set confirmed_at = $2 where id = $1', [id, now]);
}

/** Ends a change, and every change that took effect after it. */
export async function endFrom(tx: Tx, { id, playerId, confirmedAt }: EmailChangeRow, now: Date): Promise<void> {
  await tx.run(
    'update email_changes set ended_at = $4 where (id = $1 or (player_id = $2 and confirmed_at >= $3)) and ended_at is null',
    [id, playerId, confirmedAt, now],
  );
}

/** Ends the pending change of a player. */
export async function endPending(tx: Tx, playerId: string, now: Date): Promise<void> {
  await tx.run(
    'update email_changes set ended_at = $2 where player_id = $1 and confirmed_at is null and ended_at is null',
    [playerId, now],
  );
}

/** Sets the address of an account, with its next version. Refuses an address that another account has. */
export async function setEmail(tx: Tx, playerId: string, email: string): Promise<Player> {
  try {
    return only(
      await tx.row(
        playerRow,
        `update users set email = $2, email_key = $3, version = version + 1 where id = $1 returning ${playerColumns}`,
        [playerId, email, emailKey(email)],
      ),
    );
  } catch (error) {
    if (brokenConstraint(error) === 'users_email_key') throw new Refusal(userRefusals.emailTaken);
    throw error;
  }
}
