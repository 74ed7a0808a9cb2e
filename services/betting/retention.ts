/** How long data is kept after it is no longer used. Everything that a bet needs later is stored with the bet. */
import { betRules } from '@fairline/proto/betting/rules';
import { pruneDays, pruneOrigins } from './bets/store.ts';
import { pruneQuotes } from './cash-out/store.ts';
import { prunePreviews } from './desk/store-decisions.ts';
import { pruneRequests } from './desk/store-requests.ts';
import { pruneUnread } from './feed/store.ts';
import { keepPriceHours } from './offer/commands.ts';
import type { OfferContext } from './offer/context.ts';
import { pruneFixtures, pruneTampered } from './offer/store.ts';

/** Longer than the feed sends messages on a fixture. Bets have their own copy of the names, so they do not need the fixture. */
const keepFixturesMs = 7 * 24 * 60 * 60 * 1_000;
const keepDaysMs = 3 * 24 * 60 * 60 * 1_000;
/** Decided requests can be read at the desk for 90 days; the audit log keeps them for good. */
const keepRequestsMs = 90 * 24 * 60 * 60 * 1_000;
const keepOriginsMs = betRules.originKeptDays * 24 * 60 * 60 * 1_000;
const pruneRows = 100;
const pruneOriginRows = 5_000;

export async function pruneOld(context: OfferContext): Promise<void> {
  const { db, clock } = context;
  await keepPriceHours(context);
  const now = clock.now().getTime();
  while ((await pruneFixtures(db, new Date(now - keepFixturesMs), pruneRows)) === pruneRows);
  await pruneTampered(db, new Date(now - keepFixturesMs));
  await pruneUnread(db, new Date(now - keepFixturesMs));
  while ((await pruneOrigins(db, new Date(now - keepOriginsMs), pruneOriginRows)) === pruneOriginRows);
  await pruneDays(db, new Date(now - keepDaysMs));
  await pruneQuotes(db, new Date(now - keepDaysMs));
  await prunePreviews(db, new Date(now));
  await pruneRequests(db, new Date(now - keepRequestsMs));
}
