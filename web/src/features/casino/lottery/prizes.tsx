/** The prizes at a ticket's stake: a display of them, and the table of chances for the rules panel. */
import type { GameDetail } from '@fairline/proto/casino/games';
import { lotteryStakes, type PrizeId, prizeIds, prizes } from '@fairline/proto/games/lottery';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { rtpText } from '../../../domain/casino/game-labels.ts';
import { Money, moneyText } from '../../../domain/money/money.tsx';
import { countText, percentText } from '../../../figures.ts';
import { Segments } from '../../../ui/controls/segments.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { canWin, matchChance, prizeChances } from './chances.ts';
import { howTicketsWin, prizeName } from './lottery-labels.ts';
import { PrizeArt } from './prize-art.tsx';
import type { LotteryStake } from './ticket-list.ts';

const byValue = prizeIds.toSorted((one, other) => prizes[other].valueMinor - prizes[one].valueMinor);

/** The smallest stake that can win it. */
const stakeOf = (prize: PrizeId) => lotteryStakes.find((stake) => canWin(prize, stake)) ?? lotteryStakes[0];

export function PrizeShelf({ stakeMinor, currency }: { stakeMinor: LotteryStake; currency: PlayCurrencyCode }) {
  // The nearest prizes come first.
  const shelf = byValue.toSorted((one, other) => Number(canWin(other, stakeMinor)) - Number(canWin(one, stakeMinor)));
  return (
    <ul
      aria-label={i18n._({ id: 'lottery.shelf', message: 'Prizes at this stake' })}
      className="grid grid-cols-3 gap-2 sm:grid-cols-4 md:grid-cols-7"
    >
      {shelf.map((prize) => {
        const open = canWin(prize, stakeMinor);
        return (
          <li
            key={prize}
            className={cx(
              'flex min-w-0 flex-col items-center gap-1 rounded-card border px-2 py-2 text-center text-12',
              open ? 'border-game-line bg-game-soft' : 'border-line',
            )}
          >
            <PrizeArt prize={prize} className={cx('size-12', !open && 'opacity-60 grayscale')} />
            <Money
              minor={prizes[prize].valueMinor}
              currency={currency}
              className={cx('font-strong', !open && 'text-ink-soft')}
            />
            <span className="text-ink-soft">
              {open
                ? prizeName(prize)
                : i18n._({
                    id: 'lottery.from',
                    message: 'from {stake}',
                    values: { stake: moneyText(stakeOf(prize), currency) },
                  })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

export function LotteryRules({
  game,
  stakeMinor,
  currency,
}: {
  game: GameDetail;
  stakeMinor: LotteryStake;
  currency: PlayCurrencyCode;
}) {
  const [stake, setStake] = useState<LotteryStake>(stakeMinor);
  const chances = prizeChances(game.rules, stake);
  const rtp = game.bets.find(({ type }) => type === `ticket_${stake / 100}`)?.rtp ?? game.rtp;
  return (
    <>
      <p>{howTicketsWin()}</p>
      <Segments
        label={i18n._({ id: 'lottery.stake', message: 'Stake per ticket' })}
        value={String(stake)}
        options={lotteryStakes.map((option) => ({ id: String(option), label: countText(option / 100) }))}
        onChange={(next) => setStake(Number(next) as LotteryStake)}
      />
      {chances && (
        <>
          <p className="text-ink-soft">
            {i18n._({
              id: 'lottery.chances',
              message: 'Chances of a {stake} ticket: {match} for at least one match, {win} for a prize. RTP {rtp}.',
              values: {
                stake: moneyText(stake, currency),
                match: percentText(matchChance, { maximumFractionDigits: 1 }),
                win: percentText(chances.winChance, { maximumFractionDigits: 1 }),
                rtp: rtpText(rtp),
              },
            })}
          </p>
          <table className="w-full border-collapse">
            <thead>
              <tr className="text-left text-12 text-ink-soft">
                <th className="py-1 font-normal">{i18n._({ id: 'lottery.prize', message: 'Prize' })}</th>
                <th className="py-1 text-right font-normal">
                  {i18n._({ id: 'lottery.value', message: 'Paid in cash' })}
                </th>
                <th className="py-1 text-right font-normal">{i18n._({ id: 'lottery.chance', message: 'Chance' })}</th>
              </tr>
            </thead>
            <tbody>
              {chances.prizes.map(({ prize, chance }) => (
                <tr key={prize} className="border-t border-line">
                  <th scope="row" className="flex items-center gap-2 py-1 text-left font-normal">
                    <PrizeArt prize={prize} className="size-9" />
                    {prizeName(prize)}
                  </th>
                  <td className="figures text-right">
                    <Money minor={prizes[prize].valueMinor} currency={currency} />
                  </td>
                  <td className="figures text-right whitespace-nowrap">
                    {percentText(chance, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      <p className="text-ink-soft">
        {i18n._({
          id: 'lottery.limits',
          message: 'Up to 20 tickets per draw. Every prize is paid to your balance in cash.',
        })}
      </p>
      <Link
        to={`/casino/${game.id}/par-sheet/${game.version}`}
        className="self-start text-game underline underline-offset-4"
      >
        {i18n._({ id: 'casino.certificate', message: 'Fair play certificate' })}
      </Link>
    </>
  );
}
