/** Small views of results: number discs, recent results, hot and cold numbers, and a settled round for its page. */
import type { RoundOf } from '@fairline/proto/casino/rounds';
import { i18n } from '@lingui/core';
import { Money } from '../../../domain/money/money.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { colourOf } from './table.tsx';
import { spotName, spotOf, spotOfBet } from './table-spots.ts';
import { hotAndCold, recentResults, type Trend, wheelHistory } from './trends.ts';
import { Wheel } from './wheel.tsx';

export function colourName(pocket: number): string {
  const names = {
    zero: i18n._({ id: 'roulette.green', message: 'green' }),
    red: i18n._({ id: 'roulette.red', message: 'red' }),
    black: i18n._({ id: 'roulette.black', message: 'black' }),
  };
  return names[colourOf(pocket)];
}

export function PocketDisc({ pocket, large }: { pocket: number; large?: boolean }) {
  return (
    <span
      className="pocket-disc"
      data-colour={colourOf(pocket)}
      data-large={large || undefined}
      title={`${pocket} ${colourName(pocket)}`}
    >
      {pocket}
    </span>
  );
}

/** The last results, newest first. */
export function LastResults({ pockets }: { pockets: readonly number[] }) {
  if (pockets.length === 0)
    return <p className="text-13">{i18n._({ id: 'roulette.noResults', message: 'Your results appear here.' })}</p>;
  return (
    <ol
      aria-label={i18n._({ id: 'roulette.last', message: 'Last results, newest first' })}
      className="flex flex-wrap gap-1"
    >
      {pockets.slice(0, recentResults).map((pocket, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a result is its place in the row.
        <li key={index}>
          <PocketDisc pocket={pocket} />
        </li>
      ))}
    </ol>
  );
}

export function Trends({ pockets }: { pockets: readonly number[] }) {
  const seen = pockets.slice(0, wheelHistory);
  const trends = hotAndCold(pockets);
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-14 font-strong">
        {i18n._({ id: 'roulette.trends', message: 'Your last {count} results', values: { count: seen.length } })}
      </h3>
      <ol className="flex flex-wrap gap-1">
        {seen.map((pocket, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result is its place in the row.
          <li key={index}>
            <PocketDisc pocket={pocket} />
          </li>
        ))}
      </ol>
      {trends ? (
        <div className="grid gap-3 sm:grid-cols-2">
          <TrendRow name={i18n._({ id: 'roulette.hot', message: 'Hot numbers' })} of={trends.hot} />
          <TrendRow name={i18n._({ id: 'roulette.cold', message: 'Cold numbers' })} of={trends.cold} />
        </div>
      ) : (
        <p className="text-ink-soft">
          {i18n._({ id: 'roulette.trendsLater', message: 'Hot and cold numbers appear after ten results.' })}
        </p>
      )}
      <p className="text-ink-soft">
        {i18n._({
          id: 'roulette.noMemory',
          message: 'Each spin is independent: past results do not change the next one.',
        })}
      </p>
    </section>
  );
}

function TrendRow({ name, of }: { name: string; of: readonly Trend[] }) {
  return (
    <div>
      <h4 className="mb-1 text-12 text-ink-soft">{name}</h4>
      <ul className="flex flex-wrap gap-2">
        {of.map(({ number, times }) => (
          <li key={number} className="flex items-center gap-1">
            <PocketDisc pocket={number} />
            <span className="figures text-12 text-ink-soft">{times}×</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A past round: the pocket, and the return of each bet. */
export function RouletteResult({ round }: { round: RoundOf<'premium-roulette'> }) {
  const { pocket, bets } = round.outcome;
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="w-full max-w-60">
        <Wheel still pocket={pocket} />
        <p className="mt-2 flex items-center justify-center gap-2 text-14">
          <PocketDisc pocket={pocket} /> {colourName(pocket)}
        </p>
      </div>
      <div className="min-w-60 grow">
        <Table label={i18n._({ id: 'roulette.bets', message: 'Bets' })}>
          <thead>
            <tr>
              <Th>{i18n._({ id: 'roulette.bet', message: 'Bet' })}</Th>
              <Th figures>{i18n._({ id: 'roulette.stake', message: 'Stake' })}</Th>
              <Th figures>{i18n._({ id: 'roulette.returned', message: 'Returned' })}</Th>
            </tr>
          </thead>
          <tbody>
            {round.wager.bets.map((bet, index) => (
              <tr key={spotOfBet(bet)}>
                <Td>{spotName(spotOf(spotOfBet(bet)))}</Td>
                <Td figures>
                  <Money minor={bet.amountMinor} currency={round.currency} />
                </Td>
                <Td figures>
                  <Money minor={bets[index]?.payoutMinor ?? 0} currency={round.currency} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </div>
  );
}
