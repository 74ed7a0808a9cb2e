/** The player's data export: auth provides its part of the file; the lists of the other services are read to their end and added here. */
import { accountRoutes } from '@fairline/proto/auth/account';
import { betRoutes } from '@fairline/proto/betting/bets';
import { originRoutes } from '@fairline/proto/betting/origins';
import { fairnessRoutes } from '@fairline/proto/casino/fairness';
import { roundRoutes } from '@fairline/proto/casino/rounds';
import { verificationRoutes } from '@fairline/proto/kyc/verifications';
import { claimRoutes } from '@fairline/proto/promotions/claims';
import { loyaltyRoutes } from '@fairline/proto/promotions/loyalty';
import { exclusionRoutes } from '@fairline/proto/risk/exclusions';
import { limitRoutes } from '@fairline/proto/risk/limits';
import { sessionRoutes } from '@fairline/proto/risk/sessions';
import { chatRoutes } from '@fairline/proto/support/chats';
import { ticketRoutes } from '@fairline/proto/support/tickets';
import { historyRoutes } from '@fairline/proto/wallet/history';
import { paymentRoutes } from '@fairline/proto/wallet/payments';
import { withProof } from '../../client/requests/action.ts';
import { call, download } from '../../client/requests/call.ts';

/** Reads a list to its end, page by page. */
async function readAllPages<T>(
  read: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return items;
}

/** Promotions, identity and support: the list of documents without their files, tickets and chats with every message. */
async function readEngagement() {
  const pageQuery = (cursor: string | undefined) => ({ query: cursor ? { cursor } : {} });
  const [claims, points, pointsEntries, cashback, identity, ticketRows, chatRows] = await Promise.all([
    readAllPages((cursor) => call(claimRoutes.claims, pageQuery(cursor))),
    call(loyaltyRoutes.points, {}),
    readAllPages(async (cursor) => {
      const { entries, nextCursor } = await call(loyaltyRoutes.points, pageQuery(cursor));
      return { items: entries, nextCursor };
    }),
    readAllPages((cursor) => call(loyaltyRoutes.cashback, pageQuery(cursor))),
    call(verificationRoutes.kyc, {}),
    readAllPages((cursor) => call(ticketRoutes.tickets, pageQuery(cursor))),
    call(chatRoutes.chats, {}),
  ]);
  const { balance, tier, earned } = points;
  const { verification, documents } = identity;
  return {
    claims,
    points: { balance, tier, earned, entries: pointsEntries },
    cashback,
    identity: { ...(verification && { verification }), documents },
    tickets: await oneByOne(ticketRows, ({ id }) =>
      call(ticketRoutes.ticket, { params: { id }, query: { unread: 'keep' } }),
    ),
    chats: await oneByOne(chatRows.items, ({ id }) => call(chatRoutes.chat, { params: { id } })),
  };
}

/** The player's safe play settings and total activity. */
async function readSafePlay() {
  const [limits, exclusions, settings, statement] = await Promise.all([
    call(limitRoutes.limits),
    call(exclusionRoutes.exclusion),
    call(sessionRoutes.playSettings),
    call(sessionRoutes.statement, { query: {} }),
  ]);
  const { currency, lifetime, months } = statement;
  const { current, items: earlier } = exclusions;
  return {
    limits: limits.items,
    exclusions: [...(current ? [current] : []), ...earlier],
    settings,
    activity: { currency, months, ...lifetime },
  };
}

/** One request at a time: a player may have many tickets, and requests are rate limited. */
async function oneByOne<T, R>(items: readonly T[], read: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await read(item));
  return results;
}

/** One file with the player's data from every service, without the files of documents and tickets. Auth asks for a fresh proof first. */
export async function readOwnData(): Promise<Blob> {
  const pageQuery = (cursor: string | undefined) => ({ query: cursor ? { cursor } : {} });
  const account = await withProof(() => download(accountRoutes.download, {})).then((file) => file.text());
  const [payments, destinations, transactions, bets, betOrigins, rounds, seeds, engagement, safePlay] =
    await Promise.all([
      readAllPages((cursor) => call(paymentRoutes.payments, pageQuery(cursor))),
      call(paymentRoutes.savedDestinations),
      readAllPages((cursor) => call(historyRoutes.transactions, pageQuery(cursor))),
      readAllPages((cursor) => call(betRoutes.bets, pageQuery(cursor))),
      readAllPages((cursor) => call(originRoutes.betOrigins, pageQuery(cursor))),
      readAllPages((cursor) => call(roundRoutes.rounds, pageQuery(cursor))),
      readAllPages((cursor) => call(fairnessRoutes.pastSeeds, pageQuery(cursor))),
      readEngagement(),
      readSafePlay(),
    ]);
  const wallet = { payments, savedDestinations: destinations.items, transactions };
  return new Blob(
    [
      JSON.stringify(
        { ...JSON.parse(account), ...wallet, bets, betOrigins, rounds, seeds, ...engagement, safePlay },
        null,
        2,
      ),
    ],
    {
      type: 'application/json',
    },
  );
}
