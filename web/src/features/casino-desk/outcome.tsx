/** The outcome of a round as a list, by game: the draw and the return of each bet. */
import type { OperatorRound } from '@fairline/proto/casino/desk';
import { isRoundOf } from '@fairline/proto/casino/rounds';
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { betName, prizeName } from '../../domain/casino/game-labels.ts';
import { Money } from '../../domain/money/money.tsx';
import { type Detail, DetailList } from '../../ui/content/details.tsx';
import { cardText, symbolName } from './outcome-labels.ts';

export function Outcome({ round }: { round: OperatorRound }) {
  return (
    <>
      {isRoundOf(round, 'mega-fortune-slots') && <Grid grid={round.outcome.grid} />}
      <DetailList title={i18n._({ id: 'outcome.title', message: 'Outcome' })} details={detailsOf(round)} />
    </>
  );
}

/** The reels side by side, as the player saw them. */
function Grid({ grid }: { grid: readonly (readonly string[])[] }) {
  return (
    <table
      className="w-full table-fixed border-collapse overflow-hidden rounded-card border border-line bg-surface text-12"
      aria-label={i18n._({ id: 'outcome.reels', message: 'Reels' })}
    >
      <tbody>
        {grid[0]?.map((_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a grid never move.
          <tr key={row}>
            {grid.map((reel, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: reels of a grid never move.
              <td key={column} className="truncate border border-line px-1 py-2 text-center">
                {symbolName(reel[row] ?? '')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function detailsOf(round: OperatorRound): Detail[] {
  const money = (minor: number): ReactNode => <Money minor={minor} currency={round.currency} />;
  if (isRoundOf(round, 'mega-fortune-slots')) {
    const { lines, jackpotMinor } = round.outcome;
    return [
      ...lines.map(
        ({ line, symbol, count, payoutMinor }): Detail => [
          i18n._({
            id: 'outcome.line',
            message: 'Line {line}: {count} × {symbol}',
            values: { line, count, symbol: symbolName(symbol) },
          }),
          money(payoutMinor),
        ],
      ),
      jackpotMinor !== undefined && [i18n._({ id: 'casino.bet.jackpot', message: 'Jackpot' }), money(jackpotMinor)],
      lines.length === 0 &&
        jackpotMinor === undefined && [i18n._({ id: 'outcome.lines', message: 'Winning lines' }), '0'],
    ];
  }
  if (isRoundOf(round, 'premium-roulette')) {
    return [
      [i18n._({ id: 'outcome.pocket', message: 'Number' }), round.outcome.pocket],
      ...round.wager.bets.map(({ type, value, amountMinor }, index): Detail => {
        const on = value === undefined ? '' : ` ${[value].flat().join('-')}`;
        return [
          `${index + 1}. ${betName(type)}${on}`,
          stakeAndPayout(money(amountMinor), money(round.outcome.bets[index]?.payoutMinor ?? 0)),
        ];
      }),
    ];
  }
  if (isRoundOf(round, 'elite-baccarat')) {
    const { player, banker, result, bets } = round.outcome;
    return [
      [betName('player'), `${player.cards.map(cardText).join(' ')} (${player.value})`],
      [betName('banker'), `${banker.cards.map(cardText).join(' ')} (${banker.value})`],
      [i18n._({ id: 'outcome.result', message: 'Result' }), betName(result)],
      ...round.wager.bets.map(
        ({ type, amountMinor }, index): Detail => [
          i18n._({ id: 'outcome.bet', message: 'Bet on {bet}', values: { bet: betName(type) } }),
          stakeAndPayout(money(amountMinor), money(bets[index]?.payoutMinor ?? 0)),
        ],
      ),
    ];
  }
  return isRoundOf(round, 'prize-lottery')
    ? lotteryDetails(round.outcome, money)
    : isRoundOf(round, 'professional-blackjack')
      ? handDetails(round.outcome, money)
      : [];
}

const stakeAndPayout = (stake: ReactNode, payout: ReactNode) => (
  <span>
    {stake} → {payout}
  </span>
);

type ShowMoney = (minor: number) => ReactNode;
type LotteryOutcome = Extract<OperatorRound['outcome'], { drawn: unknown }>;
type HandOutcome = Extract<OperatorRound['outcome'], { hands: unknown }>;

function lotteryDetails({ drawn, tickets }: LotteryOutcome, money: ShowMoney): Detail[] {
  return [
    [i18n._({ id: 'outcome.drawn', message: 'Drawn' }), drawn.join(', ')],
    ...tickets.map(
      ({ numbers, stakeMinor, matches, prize, payoutMinor }, index): Detail => [
        i18n._({
          id: 'outcome.ticket',
          message: 'Ticket {number}: {numbers} ({matches} matched)',
          values: { number: index + 1, numbers: numbers.join(', '), matches },
        }),
        <span key="paid">
          {stakeAndPayout(money(stakeMinor), money(payoutMinor))}
          {prize && ` · ${prizeName(prize)}`}
        </span>,
      ],
    ),
  ];
}

function handDetails({ hands, dealer, perfectPairs, twentyOnePlusThree }: HandOutcome, money: ShowMoney): Detail[] {
  const sideBet = (name: string, bet: typeof perfectPairs | typeof twentyOnePlusThree): Detail =>
    bet && bet.stakeMinor > 0 && [betName(name), stakeAndPayout(money(bet.stakeMinor), money(bet.payoutMinor))];
  return [
    [i18n._({ id: 'outcome.dealer', message: 'Dealer' }), dealer.map(cardText).join(' ')],
    ...hands.map(
      ({ cards, stakeMinor, payoutMinor }, index): Detail => [
        i18n._({
          id: 'outcome.hand',
          message: 'Hand {number}: {cards}',
          values: { number: index + 1, cards: cards.map(cardText).join(' ') },
        }),
        payoutMinor === undefined ? money(stakeMinor) : stakeAndPayout(money(stakeMinor), money(payoutMinor)),
      ],
    ),
    sideBet('perfect_pairs', perfectPairs),
    sideBet('twenty_one_plus_three', twentyOnePlusThree),
  ];
}
