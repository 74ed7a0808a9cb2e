/**
 * The queue of mail: filled by facts, emptied towards the SMTP server, tried again when that fails.
 * A mail's id is that of the fact that asked for it, so however often the fact comes, there is one mail.
 */
import type { Fact } from '@fairline/chassis/inbox';
import type { Tx } from '@fairline/chassis/postgres';
import type { Auth } from './config.ts';
import { afterFailure, compose, confirming, linkHours, type MailFacts, type Template } from './mail.ts';
import { derivedToken, hashOf } from './session.ts';
import * as store from './store.ts';

/** Queues a mail for each fact, to the player it is about. */
export async function notify<T extends Template, D extends { playerId: string }>(
  room: Auth,
  tx: Tx,
  template: T,
  facts: readonly Fact<D>[],
  fill: (data: D) => MailFacts[T],
): Promise<void> {
  const mails = facts.map(({ id, data }) => ({ id, playerId: data.playerId, template, facts: fill(data) }));
  await store.queueMail(tx, mails, room.clock.now());
}

/** Greets those who registered and lets them confirm their address; the demo player has none to confirm. */
export async function welcome(room: Auth, tx: Tx, facts: readonly Fact<{ playerId: string; demo: boolean }>[]): Promise<void> {
  const newcomers = facts.filter(({ data }) => !data.demo);
  await notify(room, tx, 'welcome', newcomers, () => ({}));
}

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
  if (confirming.includes(mail.template)) {
    const expiresAt = new Date(now.getTime() + linkHours * 3_600_000);
    await store.insertLink(room.db, { hash: hashOf(token), purpose: 'verify_email', subjectId: mail.playerId, createdAt: now, expiresAt });
  }
  const composed = compose(mail.template, mail.facts, mail, { publicUrl: room.publicUrl, token });
  const outcome = await room.post.send(mail.id, { name: `${mail.firstName} ${mail.lastName}`, address: mail.email }, composed);
  if (outcome === 'sent') return store.markSent(room.db, mail.id, now);
  const next = afterFailure(mail.attempts, outcome.forGood, now);
  room.log.warn({ mailId: mail.id, template: mail.template, attempts: mail.attempts, code: outcome.code, ...next }, 'mail not sent');
  return store.markUnsent(room.db, mail.id, next, outcome.code);
}
