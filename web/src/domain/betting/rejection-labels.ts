/** Why a bet was rejected, with the selection's name and its new odds. */
import { type Bet, betRefusals } from '@fairline/proto/betting/bets';
import { i18n } from '@lingui/core';
import { refusalText } from '../../refusals.ts';
import { feedText } from './market-labels.ts';

/** Rejection codes of bets whose stake was already taken. */
const takenFirst: ReadonlySet<string> = new Set(
  [betRefusals.priceChanged, betRefusals.marketClosed, betRefusals.betTimedOut].map(({ code }) => code),
);

export function isRefunded({ rejection }: Pick<Bet, 'rejection'>): boolean {
  return takenFirst.has(rejection?.code ?? '');
}

type Rejected = Pick<Bet, 'rejection' | 'legs' | 'freeBet'>;

/** "Not placed: Saint-Aurel moved to 3.80. Stake refunded." `oddsOf` writes odds as the player reads them. */
export function rejectionText(bet: Rejected, oddsOf: (milli: number) => string): string {
  const why = i18n._({
    id: 'rejection.why',
    message: 'Not placed: {why}.',
    values: { why: whyOf(bet, oddsOf).replace(/\.$/, '') },
  });
  if (!isRefunded(bet) || bet.rejection?.code === betRefusals.betTimedOut.code) return why;
  const refund = bet.freeBet
    ? i18n._({ id: 'rejection.freeBet', message: 'Your free bet is available again.' })
    : i18n._({ id: 'rejection.refund', message: 'Stake refunded.' });
  return `${why} ${refund}`;
}

function whyOf(bet: Rejected, oddsOf: (milli: number) => string): string {
  if (!bet.rejection) return '';
  const { code } = bet.rejection;
  if (code === betRefusals.priceChanged.code) return movedOddsText(bet, oddsOf);
  if (code === betRefusals.marketClosed.code) {
    const selection = namesOf(bet, closedIds(bet)) || namesOf(bet);
    return i18n._({ id: 'rejection.closed', message: '{selection} is suspended', values: { selection } });
  }
  return refusalText(bet.rejection);
}

/** Legs whose odds fell are the reason; if none fell, every leg that moved. */
function movedOddsText(bet: Rejected, oddsOf: (milli: number) => string): string {
  const moved = (bet.rejection?.legs ?? []).flatMap(({ selectionId, oddsMilli, newOddsMilli = oddsMilli }) =>
    newOddsMilli === oddsMilli ? [] : [{ selectionId, oddsMilli, newOddsMilli }],
  );
  const fallen = moved.filter(({ oddsMilli, newOddsMilli }) => newOddsMilli < oddsMilli);
  const named = fallen.length > 0 ? fallen : moved;
  const texts = named.map(({ selectionId, newOddsMilli }) =>
    i18n._({
      id: 'rejection.moved',
      message: '{selection} moved to {odds}',
      values: { selection: namesOf(bet, [selectionId]), odds: oddsOf(newOddsMilli) },
    }),
  );
  if (texts.length > 0) return texts.join(', ');
  return i18n._({
    id: 'rejection.movedAway',
    message: 'the odds on {selection} changed',
    values: { selection: namesOf(bet) },
  });
}

const closedIds = ({ rejection }: Rejected) =>
  (rejection?.legs ?? [])
    .filter(({ newOddsMilli }) => newOddsMilli === undefined)
    .map(({ selectionId }) => selectionId);

function namesOf({ legs }: Rejected, ids: readonly string[] = legs.map(({ selectionId }) => selectionId)): string {
  return legs
    .filter(({ selectionId }) => ids.includes(selectionId))
    .map(({ selection }) => feedText(selection))
    .join(', ');
}
