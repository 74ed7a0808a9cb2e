/** Queries of the mail queue and of players' notices. */
import { DeadLetter } from '@fairline/chassis/messaging/inbox';
import { brokenConstraint, type Queries, type Tx } from '@fairline/chassis/storage/postgres';
import { bool, instant, integer, json, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { Notifications } from '@fairline/proto/auth/account';
import { userStatuses } from '@fairline/proto/auth/users';
import { z } from 'zod';
import { type Template, type TemplateData, templates } from './templates.ts';

/** The data of a mail or notice. `insertNotices` and `queueMail` write it, typed by template. */
const templateData = z.custom<TemplateData[Template]>((value) => typeof value === 'object' && value !== null);

const dueMailRow = {
  id: uuid,
  /** The player or operator who gets the mail. */
  subjectId: uuid,
  template: oneOf(templates),
  data: json(templateData),
  attempts: integer,
  email: text,
  firstName: text,
  lastName: text,
  language: text,
  /** Whether the address is confirmed. */
  confirmed: bool,
};
export type DueMail = Row<typeof dueMailRow>;

/** An erased account has nobody to notify. */
const recipientRow = {
  id: uuid,
  notifications: json(z.object(Notifications.partial().shape)),
  status: oneOf(userStatuses),
  erased: bool,
  excludedUntil: nullable(instant),
};
export type Recipient = Row<typeof recipientRow>;

const noticeRow = {
  id: uuid,
  playerId: uuid,
  template: oneOf(templates),
  params: json(templateData),
  createdAt: instant,
  readAt: nullable(instant),
};
export type NoticeRow = Row<typeof noticeRow>;
type NewNotice = Omit<NoticeRow, 'readAt'>;

const idRow = { id: uuid };
const countRow = { count: integer };

export interface NewMail<T extends Template = Template> {
  id: string;
  playerId: string;
  template: T;
  data: TemplateData[T];
  /** The recipient's address, if it is not that of the account. */
  email?: string;
}

/** Queues mail, once per id. */
export async function queueMail(on: Queries, mails: readonly NewMail[], now: Date): Promise<void> {
  try {
    await on.run(
      `insert into mails (id, player_id, template, facts, created_at, due_at, email)
       select m.id, m.player_id, m.template, m.facts, $5, $5, m.email
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $6::text[]) as m(id, player_id, template, facts, email)
       on conflict (id) do nothing`,
      [
        mails.map(({ id }) => id),
        mails.map(({ playerId }) => playerId),
        mails.map(({ template }) => template),
        mails.map(({ data }) => JSON.stringify(data)),
        now,
        mails.map(({ email }) => email ?? null),
      ],
    );
  } catch (error) {
    if (brokenConstraint(error) === 'mails_player') throw new DeadLetter('a notice for a player who does not exist');
    throw error;
  }
}

export interface NewOperatorMail<T extends Template = Template> {
  id: string;
  operatorId: string;
  template: T;
  data: TemplateData[T];
}

/** Queues mail to operators. */
export async function queueOperatorMail(tx: Tx, mails: readonly NewOperatorMail[], now: Date): Promise<void> {
  await tx.run(
    `insert into mails (id, operator_id, template, facts, created_at, due_at)
     select m.id, m.operator_id, m.template, m.facts, $5, $5 from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[]) as m(id, operator_id, template, facts)`,
    [
      mails.map(({ id }) => id),
      mails.map(({ operatorId }) => operatorId),
      mails.map(({ template }) => template),
      mails.map(({ data }) => JSON.stringify(data)),
      now,
    ],
  );
}

/** Cancels unsent mail of these templates. */
export async function giveUpOperatorMail(
  tx: Tx,
  operatorId: string,
  of: readonly Template[],
  now: Date,
): Promise<void> {
  await tx.run(
    'update mails set given_up_at = $3 where operator_id = $1 and template = any($2) and sent_at is null and given_up_at is null',
    [operatorId, of, now],
  );
}

/** Claims due mail until `until`. If this instance fails, another one claims it after that. */
export function claimMail(on: Queries, count: number, now: Date, until: Date): Promise<DueMail[]> {
  return on.rows(
    dueMailRow,
    `with claimed as (
       update mails set attempts = attempts + 1, due_at = $3
       where id in (select id from mails where sent_at is null and given_up_at is null and due_at <= $2 order by due_at limit $1 for update skip locked)
       returning id, player_id, operator_id, template, facts, attempts, email),
     people as (
       select c.id, u.email, u.first_name, u.last_name, u.language, u.email_verified_at is not null as confirmed from claimed c join users u on u.id = c.player_id
       union all
       select c.id, o.email, o.first_name, o.last_name, 'en', o.password_hash is not null from claimed c join operators o on o.id = c.operator_id)
     select id, coalesce(c.player_id, c.operator_id) as "subjectId", c.template, c.facts as data, c.attempts,
       coalesce(c.email, p.email) as email, p.first_name as "firstName", p.last_name as "lastName", p.language, p.confirmed and c.email is null as confirmed
     from claimed c join people p using (id)`,
    [count, now, until],
  );
}

export async function markSent(on: Queries, id: string, now: Date): Promise<void> {
  await on.run('update mails set sent_at = $2, error = null where id = $1', [id, now]);
}

export async function markUnsent(
  on: Queries,
  id: string,
  next: { dueAt: Date } | { givenUpAt: Date },
  error: string,
): Promise<void> {
  const { dueAt, givenUpAt } = { dueAt: null, givenUpAt: null, ...next };
  await on.run('update mails set due_at = coalesce($2, due_at), given_up_at = $3, error = $4 where id = $1', [
    id,
    dueAt,
    givenUpAt,
    error,
  ]);
}

export function readRecipients(on: Queries, playerIds: readonly string[]): Promise<Recipient[]> {
  return on.rows(
    recipientRow,
    `select id, coalesce(preferences -> 'notifications', '{}') as notifications, status, erased_at is not null as erased, excluded_until as "excludedUntil" from users where id = any($1::uuid[])`,
    [playerIds],
  );
}

interface KeptExclusion {
  playerId: string;
  at: Date;
  until: Date;
  isSelfExclusion: boolean;
}

/**
 * Stores exclusions. The latest end counts, in whatever order events arrive; after it the exclusion no longer applies.
 * A self-exclusion withdraws the consent to marketing, which only the player gives again.
 */
export async function keepExclusions(tx: Tx, exclusions: readonly KeptExclusion[]): Promise<void> {
  await tx.run(
    `update users u set excluded_until = greatest(u.excluded_until, e.until), excluded_at = greatest(u.excluded_at, e.at),
       marketing_opt_in = u.marketing_opt_in and not e.self,
       preferences = case when e.self and u.preferences #> '{notifications,marketing}' is not null
         then jsonb_set(u.preferences, '{notifications,marketing}', 'false') else u.preferences end
     from (
       select id, max(at) as at, max(until) as until, bool_or(self) as self
       from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::boolean[]) as e (id, at, until, self) group by id
     ) e where u.id = e.id`,
    [
      exclusions.map(({ playerId }) => playerId),
      exclusions.map(({ at }) => at),
      exclusions.map(({ until }) => until),
      exclusions.map(({ isSelfExclusion }) => isSelfExclusion),
    ],
  );
}

/** Ends exclusions, unless the player has excluded themselves again since. */
export async function forgetExclusions(tx: Tx, ended: readonly { playerId: string; at: Date }[]): Promise<void> {
  await tx.run(
    `update users u set excluded_until = null from unnest($1::uuid[], $2::timestamptz[]) as e (id, at)
     where u.id = e.id and u.excluded_at <= e.at`,
    [ended.map(({ playerId }) => playerId), ended.map(({ at }) => at)],
  );
}

/** Inserts notices, once per id; returns the ids of new ones. */
export async function insertNotices(tx: Tx, notices: readonly NewNotice[]): Promise<string[]> {
  const rows = await tx.rows(
    idRow,
    `insert into notices (id, player_id, template, params, created_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::timestamptz[]) on conflict (id) do nothing returning id`,
    [
      notices.map(({ id }) => id),
      notices.map(({ playerId }) => playerId),
      notices.map(({ template }) => template),
      notices.map(({ params }) => JSON.stringify(params)),
      notices.map(({ createdAt }) => createdAt),
    ],
  );
  return rows.map(({ id }) => id);
}

/** The player's notices, newest first. Their ids are those of events, which begin with the time. */
export function readNoticesOf(
  on: Queries,
  playerId: string,
  beforeId: string | undefined,
  count: number,
): Promise<NoticeRow[]> {
  return on.rows(
    noticeRow,
    `select id, player_id as "playerId", template, params, created_at as "createdAt", read_at as "readAt" from notices
     where player_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [playerId, beforeId ?? null, count],
  );
}

export async function countUnread(on: Queries, playerId: string): Promise<number> {
  return (
    (
      await on.row(countRow, 'select count(*)::int as count from notices where player_id = $1 and read_at is null', [
        playerId,
      ])
    )?.count ?? 0
  );
}

export async function markRead(on: Queries, playerId: string, upTo: string, now: Date): Promise<void> {
  await on.run('update notices set read_at = $3 where player_id = $1 and id <= $2 and read_at is null', [
    playerId,
    upTo,
    now,
  ]);
}
