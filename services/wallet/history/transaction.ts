/**
 * A player's history: titles and types of the movements of money, and the kinds that a filter matches.
 * Pure. Page, search and export use the same titles.
 */
import { instant, integer, nullable, oneOf, type Row, text, uuid } from '@fairline/chassis/storage/rows';
import { catalogue, type GameId, gameIds, roundReference } from '@fairline/proto/games/catalogue';
import { type CurrencyCode, formatMoney } from '@fairline/proto/money';
import type { movementKinds, Transaction, TransactionSummary, transactionTypes } from '@fairline/proto/wallet/history';
import { paymentMethods, withdrawalMethods } from '@fairline/proto/wallet/methods';
import { movementTexts, roundTexts, withdrawnText } from '@fairline/proto/wallet/texts';
import { book, currency } from '../columns.ts';

type TransactionType = (typeof transactionTypes)[number];

/** The kinds of movements: kinds of transfers, and payments, which are listed under their type in any status. */
const kinds = {
  stake: { type: 'bet', title: movementTexts.stake },
  win: { type: 'win', title: movementTexts.win },
  /** The ledger books it as a win. */
  cash_out: { type: 'win', title: movementTexts.cashOut },
  refund: { type: 'refund', title: movementTexts.refund },
  correction: { type: 'adjustment', title: movementTexts.correction },
  /** Casino rounds; the ledger books them with the kinds of bets. */
  round_stake: { type: 'bet', title: movementTexts.roundStake },
  round_win: { type: 'win', title: movementTexts.roundWin },
  jackpot: { type: 'win', title: movementTexts.jackpot },
  round_refund: { type: 'refund', title: movementTexts.roundRefund },
  round_correction: { type: 'adjustment', title: movementTexts.roundCorrection },
  welcome: { type: 'bonus', title: movementTexts.welcome },
  opening: { type: 'adjustment', title: movementTexts.opening },
  test_win: { type: 'adjustment', title: movementTexts.testWin },
  adjustment: { type: 'adjustment', title: movementTexts.adjustment },
  conversion: { type: 'conversion', title: movementTexts.conversion },
  currency: { type: 'bonus', title: movementTexts.currency },
  bonus: { type: 'bonus', title: movementTexts.bonus },
  /** From bonus to cash: the player's total stays the same. */
  bonus_conversion: { type: 'conversion', title: movementTexts.bonusConversion },
  bonus_forfeit: { type: 'bonus', title: movementTexts.bonusForfeit },
  cashback: { type: 'bonus', title: movementTexts.cashback },
  loyalty: { type: 'bonus', title: movementTexts.loyalty },
  forfeit: { type: 'bonus', title: movementTexts.forfeit },
  rest: { type: 'conversion', title: movementTexts.rest },
  deposit: { type: 'deposit', title: movementTexts.deposit },
  withdrawal: { type: 'withdrawal', title: movementTexts.withdrawal },
  returned: { type: 'withdrawal', title: movementTexts.returned },
} as const satisfies Record<(typeof movementKinds)[number], { type: TransactionType; title: string }>;
export type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as Kind[];

export const kind = oneOf(kindNames);

export const movementRow = {
  id: uuid,
  /** The sort key in lists: the id of the transfer, or of the payment while it has moved nothing. */
  place: uuid,
  kind,
  amountMinor: integer,
  currency,
  status: oneOf(['pending', 'completed', 'failed']),
  method: nullable(text),
  reference: text,
  createdAt: instant,
  balanceAfterMinor: nullable(integer),
  /** Subtracted from a deposit before `amountMinor`; 0 for anything else. */
  feeMinor: integer,
  /** The reason of an adjustment or of a failed payment, or the converted amount of a bonus in minor units. */
  note: nullable(text),
  /** The party that a pending payment waits for. */
  waitsFor: nullable(oneOf(['payer', 'provider', 'review'])),
  /** The time a payment was requested. */
  requestedAt: nullable(instant),
  playerId: uuid,
  book,
  gameId: nullable(oneOf(gameIds)),
  roundStatus: nullable(oneOf(['open', 'closed', 'void', 'refused'])),
  roundStakedMinor: nullable(integer),
  /** Including the jackpot. */
  roundPaidMinor: nullable(integer),
};
export type MovementRow = Row<typeof movementRow>;

export function kindsOf(type: TransactionType | 'cash_out' | 'all'): Kind[] {
  if (type === 'cash_out') return ['cash_out'];
  return kindNames.filter((kind) => type === 'all' || kinds[kind].type === type);
}

/** The kinds, methods and games whose titles contain the search text. */
export function findTypesByText(text: string): { kinds: Kind[]; methods: string[]; games: GameId[] } {
  const wanted = text.trim().toLowerCase();
  const methods = [...paymentMethods, ...withdrawalMethods].filter(
    ({ id, name }) => id.includes(wanted) || name.toLowerCase().includes(wanted),
  );
  return {
    kinds: kindNames.filter(
      (kind) => kinds[kind].title.toLowerCase().includes(wanted) || kinds[kind].type.includes(wanted),
    ),
    methods: [...new Set(methods.map(({ id }) => id))],
    games: gameIds.filter((id) => catalogue[id].name.toLowerCase().includes(wanted)),
  };
}

const methodNames = new Map<string, string>(
  [...withdrawalMethods, ...paymentMethods].map(({ id, name }) => [id, name]),
);

function descriptionOf(
  title: string,
  { kind, method, note, currency }: Pick<MovementRow, 'kind' | 'method' | 'note' | 'currency'>,
): string {
  if (kind === 'bonus_conversion' && note !== null) return `${title}: ${formatMoney(Number(note), currency)}`;
  if (method !== null) return `${title}: ${methodNames.get(method) ?? method}`;
  return !note ? title : `${title}: ${note}`;
}

/** The payout of a round per unit of its stake, to two places; undefined unless the round is closed. */
function multiplierOf({ roundStatus, roundStakedMinor, roundPaidMinor }: MovementRow): number | undefined {
  if (roundStatus !== 'closed' || !roundStakedMinor || roundPaidMinor === null) return undefined;
  return Math.round((roundPaidMinor / roundStakedMinor) * 100) / 100;
}

function roundDescription(kind: Kind, gameId: GameId, roundId: string, multiplier: number | undefined): string {
  const whole = multiplier === undefined ? roundTexts.roundStake : roundTexts.over;
  const text =
    { jackpot: roundTexts.jackpot, round_refund: roundTexts.roundRefund, round_correction: roundTexts.roundCorrection }[
      kind as string
    ] ?? whole;
  return text
    .replace('{game}', catalogue[gameId].name)
    .replace('{multiplier}', multiplier?.toFixed(2) ?? '')
    .replace('{reference}', roundReference(roundId));
}

/** Kinds whose reference is the player's id, which is not shown. */
const aboutPlayer = new Set<Kind>(['welcome', 'opening', 'test_win', 'currency', 'forfeit', 'rest']);

export function toTransaction(row: MovementRow): Transaction {
  const { title, type } = kinds[row.kind];
  const ofPlayer = aboutPlayer.has(row.kind);
  const { gameId } = row;
  const multiplier = multiplierOf(row);
  return {
    id: row.id,
    type,
    amountMinor: row.amountMinor,
    currency: row.currency,
    status: row.status,
    ...(row.waitsFor && { waitsFor: row.waitsFor }),
    method: row.method,
    description: gameId ? roundDescription(row.kind, gameId, row.reference, multiplier) : descriptionOf(title, row),
    kind: row.kind,
    ...(row.note && { note: row.note }),
    reference: ofPlayer ? title : row.reference,
    ...(row.kind === 'deposit' && row.note === withdrawnText && { withdrawn: true }),
    ...(gameId && { gameId, roundId: row.reference, ...(multiplier !== undefined && { multiplier }) }),
    createdAt: row.createdAt.toISOString(),
    ...(row.requestedAt && { requestedAt: row.requestedAt.toISOString() }),
    balanceAfterMinor: row.status === 'completed' ? row.balanceAfterMinor : null,
  };
}

/** Totals of completed movements: in the play currency, and apart from it those of other currencies. */
export function summaryOf(
  totals: readonly { kind: Kind; currency: CurrencyCode; count: number; inMinor: number; outMinor: number }[],
  playCurrency: CurrencyCode,
): TransactionSummary {
  const own = totals.filter(({ currency }) => currency === playCurrency);
  const sum = (of: (total: (typeof totals)[number]) => number) => own.reduce((so, total) => so + of(total), 0);
  const byType = Map.groupBy(own, ({ kind }) => kinds[kind].type);
  const others = Map.groupBy(
    totals.filter(({ currency }) => currency !== playCurrency),
    ({ currency }) => currency,
  );
  const net = (some: readonly { inMinor: number; outMinor: number }[]) =>
    some.reduce((so, { inMinor, outMinor }) => so + inMinor - outMinor, 0);
  return {
    count: totals.reduce((so, { count }) => so + count, 0),
    inMinor: sum(({ inMinor }) => inMinor),
    outMinor: sum(({ outMinor }) => outMinor),
    netMinor: net(own),
    byType: [...byType].map(([type, some]) => ({
      type,
      count: some.reduce((so, { count }) => so + count, 0),
      amountMinor: net(some),
    })),
    others: [...others].map(([currency, some]) => ({ currency, netMinor: net(some) })),
  };
}
