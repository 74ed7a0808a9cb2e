/**
 * Tells players what happened: a fact that declares a notice becomes one row of their list and one mail in their language. A switch of theirs silences both
 * where the contract names one; security notices have none, and are mailed whatever is switched off. A mail's id is that of the fact that asked for it, so
 * however often the fact comes there is one, and the queue is emptied towards the SMTP server and tried again when that fails.
 */
import { page, readCursor } from '@fairline/chassis/cursor';
import { DeadLetter, type Fact } from '@fairline/chassis/inbox';
import { say } from '@fairline/chassis/outbox';
import type { Tx } from '@fairline/chassis/postgres';
import { authEvents } from '@fairline/proto/auth';
import { defaultPreferences, type Notice, type NotificationName } from '@fairline/proto/auth/account';
import { Id, type Page, pageSize } from '@fairline/proto/contract';
import { services } from '@fairline/proto/services';
import type { Auth } from './config.ts';
import { type MailFacts, oneTimeLinks, type Template } from './letter.ts';
import { afterFailure, compose } from './mail.ts';
import { derivedToken, deviceName, hashOf } from './session.ts';
import * as store from './store.ts';

type About = { playerId: string };

/** The switches that silence a notice, and its mail alone, as its fact declares them. */
const switches = new Map(
  services.auth.hears.map(({ notice }) => [
    notice?.template,
    { preference: notice?.preference as NotificationName | undefined, mailPreference: notice?.mailPreference as NotificationName | undefined },
  ]),
);

export interface Telling<T extends Template, D extends About> {
  template: T;
  fill: (fact: Fact<D>) => MailFacts[T];
  /** Which of them are mailed too; all unless given. */
  mails?: (fact: Fact<D>) => boolean;
}

/** One row and one mail for each fact, to the player it is about. */
export async function notify<T extends Template, D extends About>(
  room: Auth,
  tx: Tx,
  { template, fill, mails: worthMail = () => true }: Telling<T, D>,
  facts: readonly Fact<D>[],
): Promise<void> {
  const known = new Map((await store.recipients(tx, [...new Set(facts.map(({ data }) => data.playerId))])).map((recipient) => [recipient.id, recipient]));
  if (facts.some(({ data }) => !known.has(data.playerId))) throw new DeadLetter('a notice for a player who does not exist');
  const { preference, mailPreference } = switches.get(template) ?? {};
  const isOn = (fact: Fact<D>, name: NotificationName) => known.get(fact.data.playerId)?.notifications[name] ?? defaultPreferences.notifications[name];
  const told = facts.filter((fact) => !known.get(fact.data.playerId)?.erased && (!preference || isOn(fact, preference)));
  const notices = told.map((fact) => ({ id: fact.id, playerId: fact.data.playerId, template, params: fill(fact), createdAt: fact.at }));
  const added = new Set(await store.addNotices(tx, notices));
  for (const { id, playerId } of notices) if (added.has(id)) await say(tx, authEvents.noticeAdded, id, 1, { playerId });
  const wanted = (fact: Fact<D>) => (!preference && !mailPreference) || (isOn(fact, 'email') && (!mailPreference || isOn(fact, mailPreference)));
  const mailed = told.filter((fact) => wanted(fact) && worthMail(fact));
  const mails = mailed.map((fact) => ({ id: fact.id, playerId: fact.data.playerId, template, facts: fill(fact) }));
  await store.queueMail(tx, mails, room.clock.now());
}

/** What invites to play is told to those whose account is active alone: one that is suspended or closed cannot play. */
export async function invite<T extends Template, D extends About>(room: Auth, tx: Tx, telling: Telling<T, D>, facts: readonly Fact<D>[]): Promise<void> {
  const known = await store.recipients(tx, [...new Set(facts.map(({ data }) => data.playerId))]);
  const barred = new Set(known.filter(({ status }) => status !== 'active').map(({ id }) => id));
  await notify(
    room,
    tx,
    telling,
    facts.filter(({ data }) => !barred.has(data.playerId)),
  );
}

/** Notices of a sign-in say from which device it came. */
export async function notifySignIn(
  room: Auth,
  tx: Tx,
  template: 'signed_in' | 'new_device',
  facts: readonly Fact<About & { sessionId: string }>[],
): Promise<void> {
  const rows = await store.sessionOrigins(tx, [...new Set(facts.map(({ data }) => data.sessionId))]);
  const origins = new Map(rows.map((row) => [row.id, row]));
  const fill = ({ data, at }: Fact<About & { sessionId: string }>) => {
    const { agent = '', address = '' } = origins.get(data.sessionId) ?? {};
    return { device: deviceName(agent), address, at: at.toISOString() };
  };
  await notify(room, tx, { template, fill }, facts);
}

/** Greets those who registered and lets them confirm their address; the demo player has none to confirm. */
export async function welcome(room: Auth, tx: Tx, facts: readonly Fact<About & { demo: boolean }>[]): Promise<void> {
  const newcomers = facts.filter(({ data }) => !data.demo);
  await notify(room, tx, { template: 'welcome', fill: () => ({}) }, newcomers);
}

// ---- The list ----------------------------------------------------------------------------------

export async function listNotices(room: Auth, playerId: string, cursor: string | undefined): Promise<Page<Notice> & { unread: number }> {
  const rows = await store.noticesOf(room.db, playerId, readCursor(Id, cursor), pageSize + 1);
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
  return { ...notices, unread: await store.unreadCount(room.db, playerId) };
}

export async function readNotices(room: Auth, playerId: string, upTo: string): Promise<{ unread: number }> {
  await store.markRead(room.db, playerId, upTo, room.clock.now());
  return { unread: await store.unreadCount(room.db, playerId) };
}

// ---- The queue ---------------------------------------------------------------------------------

const sentAtOnce = 10;
const roundsPerRun = 10;
/** Longer than the server may take to answer, so no two instances send the same mail at a time. */
const claimMs = 60_000;

/** Sends what is due. A mail whose sender dies between the server's answer and the note of it is sent again, under the same Message-ID. */
export async function sendDue(room: Auth): Promise<void> {
  if (!room.post.canSend) return;
  for (let round = 0; round < roundsPerRun; round++) {
    const now = room.clock.now();
    const due = await store.claimMail(room.db, sentAtOnce, now, new Date(now.getTime() + claimMs));
    await Promise.all(due.map((mail) => sendOne(room, mail, now)));
    if (due.length < sentAtOnce) return;
  }
}

async function sendOne(room: Auth, mail: store.DueMail, now: Date): Promise<void> {
  // The token is made from the mail's id, so a mail that is tried again carries the same link, and only its hash is kept.
  const token = derivedToken(room.keys.link, mail.id);
  const link = oneTimeLinks[mail.template];
  if (link) {
    const expiresAt = new Date(now.getTime() + link.hours * 3_600_000);
    await store.insertLink(room.db, { hash: hashOf(token), purpose: link.purpose, subjectId: mail.playerId, createdAt: now, expiresAt });
  }
  const composed = compose(mail.template, mail.facts, mail, { publicUrl: room.publicUrl, token });
  const outcome = await room.post.send(mail.id, { name: `${mail.firstName} ${mail.lastName}`, address: mail.email }, composed);
  if (outcome === 'sent') return store.markSent(room.db, mail.id, now);
  const next = afterFailure(mail.attempts, outcome.forGood, now);
  room.log.warn({ mailId: mail.id, template: mail.template, attempts: mail.attempts, code: outcome.code, ...next }, 'mail not sent');
  return store.markUnsent(room.db, mail.id, next, outcome.code);
}
