/** The paytable: the pay of each symbol at the chosen bet, the shapes of the lines, the return, and how the jackpot is won. */
import type { GameDetail } from '@fairline/proto/casino/games';
import { jackpotRules } from '@fairline/proto/games/catalogue';
import { type SlotWager, slotSymbols } from '@fairline/proto/games/slots';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { rtpText } from '../../../domain/casino/game-labels.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { countText, numberText } from '../../../figures.ts';
import { cellKey, lineColour, linePoints, reelCount, rowCount, rowsOf } from '../reels/lines.ts';
import { SymbolArt } from '../reels/symbols.tsx';
import { type CasinoProfile, useProfile } from '../stage/profile.ts';
import { payMinor, totalMinor, winCounts } from './bets.ts';
import { jackpotOdds } from './jackpot.tsx';
import { symbolName } from './slots-labels.ts';

interface PaytableProps {
  game: GameDetail;
  wager: SlotWager;
  currency: PlayCurrencyCode;
}

export function Paytable({ game, wager, currency }: PaytableProps) {
  const profile = useProfile();
  return (
    <>
      <Section title={i18n._({ id: 'slots.paytable', message: 'Paytable' })}>
        <p className="text-ink-soft">
          {i18n._({
            id: 'slots.paytable.help',
            message:
              'Three or more matching symbols on a payline, from the leftmost reel. Amounts at {bet} per line. Wins on different lines add up.',
            values: { bet: moneyText(wager.betPerLineMinor, currency) },
          })}
        </p>
        <PayTable wager={wager} currency={currency} />
        <p className="text-ink-soft">
          {i18n._({
            id: 'slots.paytable.wild',
            message: 'The star is wild: it substitutes for every symbol. A line pays only its best win.',
          })}
        </p>
      </Section>
      <Section title={i18n._({ id: 'slots.jackpot', message: 'Progressive jackpot' })}>
        <JackpotRules wager={wager} currency={currency} />
      </Section>
      <Section title={i18n._({ id: 'slots.lines', message: 'Lines' })}>
        <ol className="grid grid-cols-3 gap-3">
          {Array.from({ length: 9 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
            <LineShape key={index} line={index + 1} />
          ))}
        </ol>
      </Section>
      <Section title={i18n._({ id: 'slots.return', message: 'RTP' })}>
        <p>
          {i18n._({
            id: 'slots.return.help',
            message:
              'RTP {rtp}, jackpot included: the share of all stakes that is paid back over very many spins. It grows with the jackpot: at the start value it is {start}. Every spin is independent of the ones before.',
            values: { rtp: rtpText(game.rtp), start: rtpText(game.rtp - jackpotRules.contributionPercent) },
          })}
        </p>
        <Link
          to={`/casino/${game.id}/par-sheet/${game.version}`}
          className="self-start text-game underline underline-offset-4"
        >
          {i18n._({ id: 'casino.certificate', message: 'Fair play certificate' })}
        </Link>
      </Section>
      <Section title={i18n._({ id: 'slots.keys', message: 'Keys' })}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {keyRows(profile).map(([key, does]) => (
            <div key={key} className="contents">
              <dt className="font-medium">{key}</dt>
              <dd className="text-ink-soft">{does}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  );
}

/** Keys that the jurisdiction does not allow are not listed. */
function keyRows({ turbo, autoSpin }: CasinoProfile): [key: string, does: string][] {
  const spin = turbo
    ? i18n._({ id: 'slots.key.spin', message: 'spin or stop' })
    : i18n._({ id: 'slots.key.spinOnly', message: 'spin' });
  const rows: [string, string][] = [
    [i18n._({ id: 'slots.key.press', message: 'Space, Enter' }), spin],
    ['↑ ↓', i18n._({ id: 'slots.key.lines', message: 'lines' })],
    ['← →', i18n._({ id: 'slots.key.bet', message: 'bet per line' })],
    ['M', i18n._({ id: 'slots.key.max', message: 'max bet' })],
  ];
  return autoSpin ? [...rows, ['A', i18n._({ id: 'slots.key.auto', message: 'auto-spin, start or stop' })]] : rows;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-14 font-strong">{title}</h3>
      {children}
    </section>
  );
}

function PayTable({ wager, currency }: { wager: SlotWager; currency: PlayCurrencyCode }) {
  return (
    <table className="w-full border-collapse">
      <thead>
        <tr className="text-left text-12 text-ink-soft">
          <th className="py-1 font-normal">{i18n._({ id: 'slots.symbol', message: 'Symbol' })}</th>
          {winCounts.map((count) => (
            <th key={count} className="py-1 text-right font-normal">
              {i18n._({ id: 'slots.ofAKind', message: '{count} of a kind', values: { count } })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {slotSymbols.toReversed().map((symbol) => (
          <tr key={symbol} className="border-t border-line">
            <th scope="row" className="flex items-center gap-2 py-1 font-normal">
              <SymbolArt symbol={symbol} className="size-9" />
              <span className="sr-only">{symbolName(symbol)}</span>
            </th>
            {winCounts.map((count) => (
              <td key={count} className="figures text-right">
                {moneyText(payMinor(symbol, count, wager.betPerLineMinor), currency)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function JackpotRules({ wager, currency }: { wager: SlotWager; currency: PlayCurrencyCode }) {
  const stakeMinor = totalMinor(wager);
  return (
    <>
      <p>
        {i18n._({
          id: 'slots.jackpot.how',
          message:
            'Five crowns on line 1 win the jackpot. A separate draw decides it before the reels stop. The chance grows with the stake: 1 in {odds} for a spin of {stake}.',
          values: { odds: countText(jackpotOdds(stakeMinor)), stake: moneyText(stakeMinor, currency) },
        })}
      </p>
      <p className="text-ink-soft">
        {i18n._({
          id: 'slots.jackpot.grows',
          message:
            'It starts at {seed} and grows by {percent} of every stake. Crowns completed by a wild star pay by the paytable.',
          values: {
            seed: moneyText(jackpotRules.seedMinor, currency),
            percent: numberText(jackpotRules.contributionPercent / 100, { style: 'percent' }),
          },
        })}
      </p>
    </>
  );
}

function LineShape({ line }: { line: number }) {
  const rows = rowsOf(line);
  return (
    <li className="flex flex-col gap-1">
      <span className="figures text-12 text-ink-soft">{line}</span>
      <svg aria-hidden viewBox={`0 0 ${reelCount * 100} ${rowCount * 100}`} className="w-full">
        {rows.flatMap((lineRow, reel) =>
          [0, 1, 2].map((row) => (
            <rect
              key={cellKey(reel, row)}
              x={reel * 100 + 6}
              y={row * 100 + 6}
              width="88"
              height="88"
              rx="14"
              className={row === lineRow ? 'fill-game-soft stroke-game-line' : 'fill-raised stroke-line'}
              strokeWidth="3"
            />
          )),
        )}
        <polyline
          points={linePoints(line)}
          fill="none"
          stroke={lineColour(line)}
          strokeWidth="14"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </li>
  );
}
