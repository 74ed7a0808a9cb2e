/**
 * An event that declares a notice becomes one row in its player's list and one mail in their language. The switch that the contract names turns off both;
 * security notices have no switch. The id of a mail is that of its event, so a repeated event makes no second mail.
 * Queued mail is sent to the SMTP server, and retried if that fails.
 */

import { page, readCursor } from '@fairline/chassis/http/cursor';
import { DeadLetter, type Received } from '@fairline/chassis/messaging/inbox';
import { publish } from '@fairline/chassis/messaging/outbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import { defaultPreferences, type NotificationName } from '@fairline/proto/auth/account';
import { mailEvents, type Notice } from '@fairline/proto/auth/mail';
import { authConsumes } from '@fairline/proto/auth-consumes';
import { type EventType, Id, type Page, pageSize } from '@fairline/proto/contract';
import { hourMs } from '@fairline/proto/time';
import { deviceName } from '../sessions/device.ts';
import { readSessionOrigins } from '../sessions/store.ts';
import { insertLink } from '../sessions/store-links.ts';
import { derivedToken, hashOf } from '../sessions/token.ts';
import type { MailContext } from './context.ts';
import { composeMail, nameInMail, planRetry } from './mail.ts';
import {
  claimMail,
  countUnread,
  type DueMail,
  forgetExclusions,
  insertNotices,
  keepExclusions,
  markRead,
  markSent,
  markUnsent,
  queueMail,
  readNoticesOf,
  readRecipients,
} from './store.ts';
import { oneTimeLinks, type Template, type TemplateData } from './templates.ts';

type AboutPlayer = { playerId: string };

/** The switches that turn off a notice, or only its mail, as declared by its event. */
const switches = new Map(
  authConsumes.flatMap(({ notice }: EventType) => {
    const preference = notice?.preference as NotificationName | undefined;
    const mailPreference = notice?.mailPreference as NotificationName | undefined;
    return [notice?.template, ...(notice?.also ?? [])].map(
      (template) => [template, { preference, mailPreference }] as const,
    );
  }),
);

export interface NoticeSpec<T extends Template, D extends AboutPlayer> {
  template: T;
  fill: (event: Received<D>) => TemplateData[T];
  /** Which events are mailed too; by default all. */
  mails?: (event: Received<D>) => boolean;
}

/** Adds one notice and one mail per event, for the player of the event. */
export async function notify<T extends Template, D extends AboutPlayer>(
  ctx: MailContext,
  tx: Tx,
  { template, fill, mails: worthMail = () => true }: NoticeSpec<T, D>,
  events: readonly Received<D>[],
): Promise<void> {
  const known = new Map(
    (await readRecipients(tx, [...new Set(events.map(({ data }) => data.playerId))])).map((recipient) => [
      recipient.id,
      recipient,
    ]),
  );
  if (events.some(({ data }) => !known.has(data.playerId)))
    throw new DeadLetter('a notice for a player who does not exist');
  const { preference, mailPreference } = switches.get(template) ?? {};
  const isOn = (event: Received<D>, name: NotificationName) =>
    known.get(event.data.playerId)?.notifications[name] ?? defaultPreferences.notifications[name];
  const noticed = events.filter(
    (event) => !known.get(event.data.playerId)?.erased && (!preference || isOn(event, preference)),
  );
  const notices = noticed.map((event) => ({
    id: event.id,
    playerId: event.data.playerId,
    template,
    params: fill(event),
    createdAt: event.at,
  }));
  const added = new Set(await insertNotices(tx, notices));
  for (const { id, playerId } of notices)
    if (added.has(id)) await publish(tx, mailEvents.noticeAdded, id, 1, { playerId });
  const isWanted = (event: Received<D>) =>
    (!preference && !mailPreference) || (isOn(event, 'email') && (!mailPreference || isOn(event, mailPreference)));
  const mailed = noticed.filter((event) => isWanted(event) && worthMail(event));
  const mails = mailed.map((event) => ({ id: event.id, playerId: event.data.playerId, template, data: fill(event) }));
  await queueMail(tx, mails, ctx.clock.now());
}

/** Notifies of an offer, which invites to play: only players with an active account who are not excluded. */
export async function notifyOffer<T extends Template, D extends AboutPlayer>(
  ctx: MailContext,
  tx: Tx,
  spec: NoticeSpec<T, D>,
  events: readonly Received<D>[],
): Promise<void> {
  const known = await readRecipients(tx, [...new Set(events.map(({ data }) => data.playerId))]);
  const now = ctx.clock.now();
  const isExcluded = (until: Date | null) => until !== null && until > now;
  const barred = new Set(
    known.filter(({ status, excludedUntil }) => status !== 'active' || isExcluded(excludedUntil)).map(({ id }) => id),
  );
  await notify(
    ctx,
    tx,
    spec,
    events.filter(({ data }) => !barred.has(data.playerId)),
  );
}

/** Notifies of a sign-in, with device and address. */
export async function notifySignIn(
  ctx: MailContext,
  tx: Tx,
  template: 'signed_in' | 'new_device',
  events: readonly Received<AboutPlayer & { sessionId: string }>[],
): Promise<void> {
  const rows = await readSessionOrigins(tx, [...new Set(events.map(({ data }) => data.sessionId))]);
  const origins = new Map(rows.map((row) => [row.id, row]));
  const fill = ({ data, at }: Received<AboutPlayer & { sessionId: string }>) => {
    const { agent = '', address = '' } = origins.get(data.sessionId) ?? {};
    return { device: deviceName(agent), address, at: at.toISOString() };
  };
  await notify(ctx, tx, { template, fill }, events);
}

/** The end of an exclusion that is permanent, or lasts until the player asks to return. */
const forever = '9999-12-31T00:00:00.000Z';

type Excluded = AboutPlayer & {
  kind: 'time_out' | 'self_exclusion';
  endsAt?: string | undefined;
  returnsOnRequest?: true | undefined;
};

/** Stores exclusions, so that these players get no offers, and notifies every one of them. */
export async function notifyExcluded(ctx: MailContext, tx: Tx, events: readonly Received<Excluded>[]): Promise<void> {
  await keepExclusions(
    tx,
    events.map(({ at, data: { playerId, kind, endsAt = forever, returnsOnRequest } }) => ({
      playerId,
      at,
      until: new Date(returnsOnRequest ? forever : endsAt),
      isSelfExclusion: kind === 'self_exclusion',
    })),
  );
  await notify(
    ctx,
    tx,
    { template: 'player_excluded', fill: ({ data }) => ({ kind: data.kind, endsAt: data.endsAt ?? '' }) },
    events,
  );
}

/** Players whose last exclusion ended get offers again. */
export async function endExclusions(tx: Tx, events: readonly Received<AboutPlayer>[]): Promise<void> {
  await forgetExclusions(
    tx,
    events.map(({ at, data: { playerId } }) => ({ playerId, at })),
  );
}

/** Welcomes registered players, with a link to confirm their address. The demo player gets no mail. */
export async function notifyRegistered(
  ctx: MailContext,
  tx: Tx,
  events: readonly Received<AboutPlayer & { demo: boolean }>[],
): Promise<void> {
  const newcomers = events.filter(({ data }) => !data.demo);
  await notify(ctx, tx, { template: 'welcome', fill: () => ({}) }, newcomers);
}

export async function listNotices(
  ctx: MailContext,
  playerId: string,
  cursor: string | undefined,
): Promise<Page<Notice> & { unread: number }> {
  const rows = await readNoticesOf(ctx.db, playerId, readCursor(Id, cursor), pageSize + 1);
  const notices = page(
    rows,
    ({ id }) => id,
    ({ id, template, params, createdAt, readAt }): Notice => ({
      id,
      template,
      params: { ...params },
      createdAt: createdAt.toISOString(),
      readAt: readAt?.toISOString() ?? null,
    }),
  );
  return { ...notices, unread: await countUnread(ctx.db, playerId) };
}

export async function readNotices(ctx: MailContext, playerId: string, upTo: string): Promise<{ unread: number }> {
  await markRead(ctx.db, playerId, upTo, ctx.clock.now());
  return { unread: await countUnread(ctx.db, playerId) };
}

const sentAtOnce = 10;

const roundsPerRun = 10;

/** Longer than the SMTP server may take, so that no two instances send the same mail at the same time. */
const claimMs = 60_000;

/** Sends due mail. If the process dies after the server's reply and before the mail is marked as sent, it is sent again with the same Message-ID. */
export async function sendDue(ctx: MailContext): Promise<void> {
  if (!ctx.delivery.canSend) return;
  for (let round = 0; round < roundsPerRun; round++) {
    const now = ctx.clock.now();
    const due = await claimMail(ctx.db, sentAtOnce, now, new Date(now.getTime() + claimMs));
    await Promise.all(due.map((mail) => sendOne(ctx, mail, now)));
    if (due.length < sentAtOnce) return;
  }
}

async function sendOne(ctx: MailContext, mail: DueMail, now: Date): Promise<void> {
  // The token is derived from the mail's id, so a retry contains the same link, and only the hash of the token is stored.
  const token = derivedToken(ctx.keys.link, mail.id);
  const link = oneTimeLinks[mail.template];
  if (link) {
    const expiresAt = new Date(now.getTime() + link.hours * hourMs);
    await insertLink(ctx.db, {
      hash: hashOf(token),
      purpose: link.purpose,
      subjectId: link.subjectOf?.(mail.data) ?? mail.subjectId,
      createdAt: now,
      expiresAt,
    });
  }
  const composed = composeMail(mail.template, mail.data, mail, { publicUrl: ctx.publicUrl, token });
  const outcome = await ctx.delivery.send(
    mail.id,
    {
      name: nameInMail({ name: `${mail.firstName} ${mail.lastName}`, confirmed: mail.confirmed }) ?? '',
      address: mail.email,
    },
    composed,
  );
  if (outcome === 'sent') return markSent(ctx.db, mail.id, now);
  const next = planRetry(mail.attempts, outcome.forGood, now);
  ctx.log.warn(
    { mailId: mail.id, template: mail.template, attempts: mail.attempts, code: outcome.code, ...next },
    'mail not sent',
  );
  return markUnsent(ctx.db, mail.id, next, outcome.code);
}
