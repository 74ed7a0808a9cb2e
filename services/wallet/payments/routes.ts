/** HTTP: a player's payments and saved methods; for operators, payments. Large decisions ask for a fresh proof. */
import { csv, csvHeaders, readPages } from '@fairline/chassis/http/csv';
import { page, readCursor } from '@fairline/chassis/http/cursor';
import { checkFresh, type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { fingerprint, runOnce } from '@fairline/chassis/storage/idempotency';
import { Id, type Infer, pageSize } from '@fairline/proto/contract';
import { toDecimal } from '@fairline/proto/money';
import { pspSignatureHeader } from '@fairline/proto/psp';
import { approvalRoutes, type PaymentForOperator } from '@fairline/proto/wallet/approvals';
import { paymentRoutes } from '@fairline/proto/wallet/payments';
import type { Wallet } from '../config.ts';
import { actorOf, deciderOf, recordExport } from '../operator.ts';
import { checkPin } from '../players/settings.ts';
import { approvePayment, markPaid, ownPayment, rejectPayment } from './decisions.ts';
import { keepProof, ownProof, reportDeposit, viewProof, withdrawReport } from './manual-deposits.ts';
import { methodList, type PaymentRow, toPayment, toPaymentForOperator } from './payment.ts';
import { beginDeposit, cancelDeposit, carryOutDeposit } from './provider-deposits.ts';
import { receiveWebhook } from './provider-updates.ts';
import { forgetMethod, listSavedMethods } from './saved-methods.ts';
import * as store from './store.ts';
import { requestWithdrawal, viewDestination } from './withdrawals.ts';

export function paymentHandlers(wallet: Wallet): Handler[] {
  return [...playerHandlers(wallet), ...operatorHandlers(wallet)];
}

function playerHandlers(wallet: Wallet): Handler[] {
  const { db } = wallet;
  return [
    handle(paymentRoutes.methods, async () => ({ items: methodList(wallet.provider !== undefined) })),
    handle(paymentRoutes.payments, async ({ player, query }) => {
      const rows = await store.paymentsOf(db, player.id, query.status, readCursor(Id, query.cursor));
      return page(rows, ({ id }) => id, toPayment);
    }),
    handle(paymentRoutes.payment, ({ player, params }) => ownPayment(wallet, player.id, params.id)),
    handle(paymentRoutes.paymentOfPlayer, ({ params }) => ownPayment(wallet, params.playerId, params.id)),
    handle(paymentRoutes.cancelDeposit, async ({ player, params }) => {
      const payment = await store.paymentById(db, params.id);
      return payment?.providerState === null
        ? withdrawReport(wallet, player.id, params.id)
        : cancelDeposit(wallet, player.id, params.id);
    }),
    handle(paymentRoutes.ownProof, async ({ player, params }) => file(await ownProof(wallet, player.id, params.id))),
    handle(paymentRoutes.depositManually, async ({ player, body, file: proof, idempotencyKey }) => {
      const kept = await keepProof(wallet, player.id, body, proof, idempotencyKey);
      return runOnce(db, idempotencyKey, (tx) => reportDeposit(wallet, tx, player.id, body, kept));
    }),
    handle(paymentRoutes.withdraw, async ({ player, body, idempotencyKey }) => {
      // The PIN is checked before the idempotency key: a wrong PIN stays counted, and the right one may follow under the same key. The stored call contains no PIN.
      const { pin, ...withdrawal } = body;
      await checkPin(wallet, player.id, pin);
      return runOnce(db, { ...idempotencyKey, fingerprint: fingerprint(withdrawal) }, (tx) =>
        requestWithdrawal(wallet, tx, player.id, withdrawal),
      );
    }),
    handle(paymentRoutes.deposit, async ({ player, body, idempotencyKey }) => {
      const { id } = await runOnce(db, idempotencyKey, (tx) => beginDeposit(wallet, tx, player.id, body));
      return carryOutDeposit(wallet, id);
    }),
    handle(paymentRoutes.savedMethods, ({ player }) => listSavedMethods(wallet, player.id)),
    handle(
      paymentRoutes.forgetMethod,
      async ({ player, params }) => void (await forgetMethod(wallet, player.id, params.id)),
    ),
    handle(
      paymentRoutes.providerWebhook,
      async ({ bytes, header }) => void (await receiveWebhook(wallet, bytes, header(pspSignatureHeader))),
    ),
  ];
}

function operatorHandlers(wallet: Wallet): Handler[] {
  const { db } = wallet;
  return [
    handle(approvalRoutes.operatorPayments, async ({ query }) => {
      const { cursor, ...filter } = query;
      const rows = await listed(wallet, filter, readCursor(Id, cursor));
      const now = wallet.clock.now();
      const shared = await store.sharedTransactions(
        db,
        rows.map(({ id }) => id),
      );
      return page(
        rows,
        ({ id }) => id,
        (row) => {
          const same = shared.get(row.id);
          return {
            ...toPaymentForOperator(row, now),
            ...(same && { sameTransaction: same.count, sameTransactions: same.shown }),
          };
        },
      );
    }),
    handle(approvalRoutes.exportPayments, async ({ query, operator, address, agent }) => {
      const exported = { action: 'payment.export', resourceType: 'payment', resourceId: 'payments' };
      await db.tx((tx) => recordExport(tx, { operator, address, agent }, exported, query));
      const rows = readPages(
        (cursor) => listed(wallet, query, cursor),
        ({ id }) => id,
        pageSize,
      );
      async function* cells() {
        for await (const some of rows) yield some.map(paymentCells);
      }
      return new Reply({ stream: csv(paymentHeader, cells()), headers: csvHeaders('payments', wallet.clock.now()) });
    }),
    handle(approvalRoutes.approve, async (call) => {
      const waiting = await store.paymentById(db, call.params.id);
      if (waiting?.status === 'pending' && waiting.countsMinor >= wallet.stepUpMinor)
        checkFresh(call.operator, wallet.clock.now());
      return approved(await approvePayment(wallet, call.params.id, deciderOf(call)));
    }),
    handle(approvalRoutes.approveExcluded, async (call) =>
      approved(await approvePayment(wallet, call.params.id, deciderOf(call), call.body.reason)),
    ),
    handle(approvalRoutes.reject, (call) => rejectPayment(wallet, call.params.id, call.body.reason, actorOf(call))),
    handle(approvalRoutes.markPaid, (call) => markPaid(wallet, call.params.id, call.body.bankReference, actorOf(call))),
    handle(approvalRoutes.proof, async (call) => file(await viewProof(wallet, call.params.id, actorOf(call)))),
    handle(approvalRoutes.destination, (call) => viewDestination(wallet, call.params.id, actorOf(call))),
  ];
}

/** 202 while another operator has to approve it too. */
function approved({ payment, complete }: Awaited<ReturnType<typeof approvePayment>>): PaymentForOperator | Reply {
  return complete ? payment : new Reply({ status: 202, body: payment });
}

/** A page of the list after a cursor, plus one row. The export reads the same pages, so it has the same payments as the screen. */
function listed(
  { db }: Wallet,
  { players, payout, order = 'newest', ...filter }: Infer<(typeof approvalRoutes.exportPayments)['query']>,
  cursor: string | undefined,
): Promise<PaymentRow[]> {
  return store.paymentsForOperators(
    db,
    { ...filter, toTransfer: payout === 'to_transfer', order, players: players?.split(','), cursor },
    pageSize + 1,
  );
}

/** Sends a proof with the media type that was detected from its first bytes. */
function file({ bytes, type }: { bytes: Uint8Array; type: string }): Reply {
  const headers = {
    'content-type': type,
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  return new Reply({ body: bytes, headers });
}

const paymentHeader = [
  'Date',
  'Id',
  'Reference',
  'User',
  'Type',
  'Status',
  'Amount',
  'Currency',
  'Method',
  'Customer',
  'Email',
  'Bank transaction',
  'UPI',
  'Decided',
  'Reason',
];

function paymentCells(row: PaymentRow): string[] {
  const { amountMinor, currency, customerName, email, bankTransactionId, upiId, decidedAt, rejectionReason } = row;
  const of = [
    row.submittedAt.toISOString(),
    row.id,
    row.reference,
    row.playerId,
    row.type,
    row.status,
    toDecimal(amountMinor, currency),
    currency,
    row.method,
  ];
  return [
    ...of,
    customerName ?? '',
    email ?? '',
    bankTransactionId ?? '',
    upiId ?? '',
    decidedAt?.toISOString() ?? '',
    rejectionReason ?? '',
  ];
}
