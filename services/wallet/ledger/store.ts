/**
 * Every query of the ledger: posting functions, permits, proofs. Payments and what players read stand in store-reads.ts.
 * Hot functions take whole batches as array literals, one round trip each; a row comes back per item.
 */
import type { Log } from '@fairline/chassis/log';
import { Database, type Queries, type Tx } from '@fairline/chassis/postgres';
import type { Infer } from '@fairline/proto/contract';
import type { CurrencyCode, PlayCurrencyCode } from '@fairline/proto/money';
import { type Invariant, limitsByLevel, minWithdrawMinor, type walletRequests } from '@fairline/proto/wallet';
import type { FreeBet, Grant } from '@fairline/proto/wallet/grants';
import type { PlayLimits } from '@fairline/proto/wallet/limits';
import type { PaymentRow } from '../payments/payment.ts';

// ---- Stakes and payouts ------------------------------------------------------------------------

export type StakeAsk = Infer<typeof walletRequests.stake.input>;

export interface StakeAnswer {
  betId: string;
  playerId: string;
  code: string;
  bonusMinor: number;
  params: Record<string, unknown> | null;
}

/** Ids, currencies and whole numbers need no quotes inside an array literal; the contract has checked that they are such. */
function literal<T>(items: readonly T[], of: (item: T) => string | number | undefined): string {
  return `{${items.map((item) => of(item) ?? 'null').join()}}`;
}

/** The trace goes with the facts of the batch. */
export function takeStakes(db: Queries, at: Date, asks: readonly StakeAsk[], trace?: string): Promise<StakeAnswer[]> {
  return db.rows<StakeAnswer>(
    `select bet_id as "betId", player_id as "playerId", code, bonus_minor as "bonusMinor", params from take_stakes($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      at,
      literal(asks, ({ betId }) => betId),
      literal(asks, ({ playerId }) => playerId),
      literal(asks, ({ currency }) => currency),
      literal(asks, ({ amountMinor }) => amountMinor),
      literal(asks, ({ maxPayoutMinor }) => maxPayoutMinor),
      literal(asks, ({ freeBetClaimId }) => freeBetClaimId),
      limitsByLevel.unverified.maxBetMinor,
      limitsByLevel.verified.maxBetMinor,
      trace ?? null,
    ],
  );
}

export interface Due {
  betId: string;
  playerId: string;
  currency: string;
  version: number;
  dueMinor: number;
  /** `open` where a result was taken back; what is posted of a sale is marked, so that histories do not call it winnings. */
  outcome: 'returned' | 'settled' | 'open' | 'sold' | 'sold_in_part';
}

/** `place` counts from 1 in the order of the items. */
export function postPayouts(db: Queries, at: Date, dues: readonly Due[]): Promise<{ place: number; code: string }[]> {
  return db.rows('select place, code from post_payouts($1, $2, $3, $4, $5, $6, $7)', [
    at,
    literal(dues, ({ betId }) => betId),
    literal(dues, ({ playerId }) => playerId),
    literal(dues, ({ currency }) => currency),
    literal(dues, ({ version }) => version),
    literal(dues, ({ dueMinor }) => dueMinor),
    literal(dues, ({ outcome }) => outcome),
  ]);
}

export function stakesOf(db: Queries, ids: readonly string[]): Promise<Infer<typeof walletRequests.stakesOf.output>['stakes']> {
  return db.rows(`select bet_id as "betId", status, amount_minor as "amountMinor", paid_minor as "paidMinor", version from stakes where bet_id = any ($1)`, [
    ids,
  ]);
}

// ---- Grants ------------------------------------------------------------------------------------

export interface GrantRow {
  claimId: string;
  playerId: string;
  kind: Grant['kind'];
  currency: PlayCurrencyCode;
  amountMinor: number;
  expiresAt: Date;
  forfeitedMinor: number | null;
  book: 'real' | 'play';
}

export interface GrantOutcome {
  code: string;
  params: Record<string, unknown> | null;
  grant: GrantRow | null;
}

async function grantOutcome(db: Queries, from: string, values: readonly unknown[]): Promise<GrantOutcome> {
  const row = await db.row<GrantRow & Omit<GrantOutcome, 'grant'>>(
    `select o.code, o.params, (o.given).claim_id as "claimId", (o.given).player_id as "playerId", (o.given).kind, (o.given).currency,
       (o.given).amount_minor as "amountMinor", (o.given).expires_at as "expiresAt", (o.given).forfeited_minor as "forfeitedMinor", p.book
     from ${from} o left join players p on p.player_id = (o.given).player_id`,
    values,
  );
  const { code, params, ...grant } = row as GrantRow & Omit<GrantOutcome, 'grant'>;
  return { code, params, grant: grant.claimId ? grant : null };
}

export type StakeLimits = { leastMinor: number } & Record<'unverified' | 'verified', { maxBetMinor: number }>;

export function giveGrant(
  db: Queries,
  at: Date,
  { claimId, playerId, kind, currency, amountMinor, expiresAt, products }: Grant,
  { fingerprint, limits }: { fingerprint: string; limits: StakeLimits },
): Promise<GrantOutcome> {
  const asked = { claim_id: claimId, player_id: playerId, kind, currency, amount_minor: amountMinor, expires_at: expiresAt, products, fingerprint, limits };
  return grantOutcome(db, 'give_grant($1, $2)', [at, JSON.stringify(asked)]);
}

export function forfeitGrant(db: Queries, at: Date, claimId: string): Promise<GrantOutcome> {
  return grantOutcome(db, '(select code, null::jsonb as params, taken as given from forfeit_grant($1, $2))', [at, claimId]);
}

/** Free bets of the play currency that can be used now, the first to expire first. */
export function freeBetsOf(db: Queries, at: Date, playerId: string): Promise<(Omit<FreeBet, 'expiresAt'> & { expiresAt: Date })[]> {
  return db.rows(
    `select g.claim_id as "claimId", g.amount_minor as "amountMinor", g.currency, g.expires_at as "expiresAt"
     from grants g join players p on p.player_id = g.player_id and p.currency = g.currency
     where g.player_id = $1 and g.kind = 'free_bet' and g.remaining_minor > 0 and g.expires_at > $2 order by g.expires_at, g.claim_id`,
    [playerId, at],
  );
}

// ---- Players and permits -----------------------------------------------------------------------

export type Opening = Infer<typeof walletRequests.open.input>;
export type Gift = { amountMinor: number; kind: 'welcome' | 'opening'; account: 'bonus_expense' | 'play_money' };

export async function openPlayer(db: Queries, at: Date, opening: Opening, gift: Gift): Promise<{ currency: CurrencyCode; opened: boolean }> {
  const { playerId, book, currency, version, status, level, jurisdiction } = opening;
  const row = await db.row<{ currency: CurrencyCode; opened: boolean }>(
    'select currency, opened from open_player($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    [at, playerId, book, currency, version, status, level, jurisdiction, gift.amountMinor, gift.kind, gift.account],
  );
  return row as { currency: CurrencyCode; opened: boolean };
}

/** Both answer the version in force. */
export async function restrictAccount(
  db: Queries,
  { playerId, version, status, level, jurisdiction }: { playerId: string; version: number; status: string; level: string; jurisdiction: string },
): Promise<number> {
  const row = await db.row<{ version: number }>('select restrict_account($1, $2, $3, $4, $5) as version', [playerId, version, status, level, jurisdiction]);
  return (row as { version: number }).version;
}

export async function restrictPlay(
  db: Queries,
  { playerId, version, excludedUntil, limits }: { playerId: string; version: number; excludedUntil: string | null; limits?: PlayLimits | undefined },
): Promise<number> {
  const row = await db.row<{ version: number }>('select bind_play($1, $2, $3, $4) as version', [
    playerId,
    version,
    excludedUntil,
    limits ? JSON.stringify(limits) : null,
  ]);
  return (row as { version: number }).version;
}

/** `status` is the player's; without one of the play book it is `not_found`. */
export async function postTestWin(
  db: Queries,
  at: Date,
  playerId: string,
  amountMinor: number,
): Promise<{ code: string; status: string; currency: PlayCurrencyCode }> {
  const row = await db.row<{ code: string; status: string; currency: PlayCurrencyCode }>('select code, status, currency from post_test_win($1, $2, $3)', [
    at,
    playerId,
    amountMinor,
  ]);
  return row as { code: string; status: string; currency: PlayCurrencyCode };
}

// ---- Payments ----------------------------------------------------------------------------------

/** A payment as it is asked for; the names are the columns'. */
export interface AskedPayment {
  id: string;
  player_id: string;
  amount_minor: number;
  currency: string;
  method: string;
  reference: string;
  approvals_needed: number;
  customer_name?: string;
  email?: string;
  bank_transaction_id?: string;
  upi_id?: string | undefined;
  destination?: string;
  destination_end?: string;
  destination_key?: string;
  saved_method?: string | undefined;
  proof_id?: string | undefined;
  proof_type?: string | undefined;
}

export interface PaymentOutcome {
  code: string;
  params: Record<string, unknown> | null;
  payment: PaymentRow | null;
}

export const paymentColumns = `id, player_id as "playerId", type, status, amount_minor as "amountMinor", counts_minor as "countsMinor", currency, book, method, reference,
  customer_name as "customerName", email, bank_transaction_id as "bankTransactionId", upi_id as "upiId", destination_end as "destinationEnd",
  proof_id as "proofId", proof_type as "proofType", approvals_needed as "approvalsNeeded", cardinality(approved_by) as approvals, approved_by as "approvedBy",
  type = 'withdrawal' and exists (select from players l where l.player_id = payments.player_id and l.level = 'verified') as priority, fee_minor as "feeMinor",
  provider_state as "providerState", redirect_url as "redirectUrl", failure, saved_method as "savedMethod",
  rejection_reason as "rejectionReason", rejected_by as "rejectedBy", version, submitted_at as "submittedAt", decided_at as "decidedAt"`;

export async function paymentOutcome(db: Queries, from: string, values: readonly unknown[]): Promise<PaymentOutcome> {
  const row = await db.row<PaymentRow & { code: string; params: PaymentOutcome['params'] }>(
    `select o.code, o.params, p.* from ${from} o cross join lateral (select ${paymentColumns} from (select (o.payment).*) payments) p`,
    values,
  );
  const { code, params, ...payment } = row as PaymentRow & { code: string; params: PaymentOutcome['params'] };
  return { code, params, payment: payment.id ? payment : null };
}

export function requestDeposit(db: Queries, at: Date, asked: AskedPayment): Promise<PaymentOutcome> {
  return paymentOutcome(db, 'request_deposit($1, $2, $3)', [at, JSON.stringify(asked), JSON.stringify(limitsByLevel)]);
}

/** How many operators must approve it is decided by what it counts in the play currency. */
export function askWithdrawal(
  db: Queries,
  at: Date,
  asked: Omit<AskedPayment, 'approvals_needed'>,
  { twoOperatorsMinor, hasProvider }: { twoOperatorsMinor: number; hasProvider: boolean },
): Promise<PaymentOutcome> {
  const values = [at, JSON.stringify(asked), minWithdrawMinor, JSON.stringify(limitsByLevel), twoOperatorsMinor, hasProvider];
  return paymentOutcome(db, 'ask_withdrawal($1, $2, $3, $4, $5, $6)', values);
}

export function approvePayment(db: Queries, at: Date, paymentId: string, operatorId: string): Promise<PaymentOutcome> {
  return paymentOutcome(db, '(select code, null::jsonb as params, payment from approve_payment($1, $2, $3))', [at, paymentId, operatorId]);
}

export function rejectPayment(db: Queries, at: Date, paymentId: string, reason: string, operatorId: string): Promise<PaymentOutcome> {
  return paymentOutcome(db, '(select code, null::jsonb as params, payment from reject_payment_by($1, $2, $3, $4))', [at, paymentId, reason, operatorId]);
}

/** Whether the player has asked for money to this destination before. */
export async function knowsDestination(db: Queries, playerId: string, key: Buffer): Promise<boolean> {
  return (await db.row('select 1 as one from payments where player_id = $1 and destination_key = $2 limit 1', [playerId, key])) !== undefined;
}

/** A file that is about to be written, and that no payment names yet; false where so many of the player's wait already. Reports of one player come one by one, and no money is locked. */
export async function keepLoose(tx: Tx, proofId: string, playerId: string, at: Date, most: number): Promise<boolean> {
  await tx.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`loose ${playerId}`]);
  const kept = `insert into loose_files (id, player_id, kept_at) select $1, $2, $3 where (select count(*) from loose_files where player_id = $2) < $4`;
  return (await tx.run(kept, [proofId, playerId, at, most])) === 1;
}

/** The payment of this transaction names it from now on; a file that was swept is a fault, and the call may be repeated. */
export async function nameProof(tx: Tx, proofId: string): Promise<void> {
  if ((await tx.run('delete from loose_files where id = $1', [proofId])) !== 1) throw new Error('this proof was swept before its payment was kept');
}

/** Forgets files that no payment came to name; whoever would name one now waits, and finds it gone. */
export async function takeLoose(tx: Tx, before: Date, most: number): Promise<string[]> {
  const oldest = 'select id from loose_files where kept_at < $1 order by kept_at limit $2 for update skip locked';
  return (await tx.rows<{ id: string }>(`delete from loose_files where id in (${oldest}) returning id`, [before, most])).map(({ id }) => id);
}

// ---- Proofs of conservation --------------------------------------------------------------------

export type InvariantRow = Infer<typeof Invariant>;

/** The whole proof, from the first entry. Run it in a repeatable-read transaction: it is of one snapshot. */
export function proveWhole(db: Queries): Promise<InvariantRow[]> {
  return db.rows(
    `select name, wrong is null as holds, checked, first_ten(array(select w ->> 'offender' from jsonb_array_elements(wrong) w)) as offenders from prove_books(null)`,
  );
}

/** Proves what happened since the last proof, compares so many accounts beside in turn, keeps what it found, and stops money where it must. */
export function proveSince(db: Queries, at: Date, accountsInTurn: number): Promise<number> {
  return db.run('select prove_since($1, $2)', [at, accountsInTurn]);
}

/**
 * The whole proof as it is kept: in a transaction that only reads, so that what it found is kept by a short one. It takes minutes,
 * and nobody waits meanwhile for the connection it works on: that is its own.
 */
export async function readWhole(databaseUrl: string, log: Log): Promise<string> {
  const own = new Database(databaseUrl, log, 1);
  try {
    return await own.tx(async (tx) => {
      await allowTime(tx);
      const row = await tx.row<{ run: string }>(
        `select jsonb_agg(jsonb_build_object('name', name, 'checked', checked, 'wrong', wrong))::text as run from prove_books(null)`,
      );
      return (row as { run: string }).run;
    }, 'repeatable read');
  } finally {
    await own.close();
  }
}

/** Sums that were carried wrong are forgotten: the next proof in part begins from the first entry. */
export async function keepWhole(db: Queries, at: Date, run: string): Promise<void> {
  await db.run('select keep_proof($1, true, $2)', [at, run]);
  await db.run(`select forget_proven() where exists (select from mismatches where name = 'proofs carry the right sums')`);
}

export async function wholeProvenAt(db: Queries): Promise<Date | undefined> {
  const row = await db.row<{ ranAt: Date }>('select ran_at as "ranAt" from proofs where whole order by id desc limit 1');
  return row?.ranAt;
}

/** What does not hold is accepted as it stands: it stays listed and stops nothing until its difference changes. */
export function acceptMismatches(db: Queries): Promise<number> {
  return db.run('update mismatches set accepted = found where accepted is distinct from found');
}

/** Whether something does not hold that nobody has accepted. */
export async function hasNewMismatches(db: Queries): Promise<boolean> {
  return (await db.row('select 1 as one from mismatches where accepted is distinct from found limit 1')) !== undefined;
}

/** `seen` names all that does not hold and nobody has accepted, as this proof left it: read in one statement, so that it is of the list that is shown. */
export async function lastProof(
  db: Queries,
  { whole }: { whole?: boolean } = {},
): Promise<{ id: string; ranAt: Date; holds: boolean; invariants: InvariantRow[]; seen: string } | undefined> {
  return db.row(
    `select id, ran_at as "ranAt", holds, invariants,
       (select md5(coalesce(string_agg(concat_ws(e'\n', m.name, m.offender, m.found), e'\n' order by m.name, m.offender), ''))
        from mismatches m where m.accepted is distinct from m.found) as seen
     from proofs where $1::boolean is null or whole = $1 order by id desc limit 1`,
    [whole ?? null],
  );
}

/** Adds the house's legs since the last fold to its balances; answers how many. */
export async function foldHouse(db: Queries): Promise<number> {
  const row = await db.row<{ legs: number }>('select fold_house() as legs');
  return row?.legs ?? 0;
}

/** Adds what bets came to to the figures, and so many stakes from before anybody counted; false where more of those are left. */
export async function countClosed(db: Queries, most: number): Promise<boolean> {
  const row = await db.row<{ isDone: boolean }>('select count_closed($1) as "isDone"', [most]);
  return row?.isDone ?? false;
}

/** A proof reads more than a person waits for; it writes nothing that others wait on. None of this takes a snapshot. */
export async function allowTime(db: Queries): Promise<void> {
  await db.run('set local transaction_timeout = 0');
  await db.run(`set local statement_timeout = '600s'`);
}

/**
 * One at a time keeps what it found or accepts it: who waits here sees what the one before left, and none is refused for coming second.
 * First in its transaction, before anything is read.
 */
export async function keepAlone(tx: Tx): Promise<void> {
  await allowTime(tx);
  await tx.run(`set local lock_timeout = '600s'`);
  await tx.run('lock table mismatches in share row exclusive mode');
}

export async function stopReason(db: Queries): Promise<string | null> {
  const row = await db.row<{ reason: string | null }>('select reason from stop');
  return row?.reason ?? null;
}

export function liftStop(db: Queries): Promise<number> {
  return db.run('update stop set reason = null, since = null');
}

export async function pruneProofs(db: Queries, before: Date): Promise<void> {
  await db.run('delete from proofs where ran_at < $1', [before]);
}
