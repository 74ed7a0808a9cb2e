/** All markets of a fixture by group, each with its prices; a suspended market shows the reason. */
import type { Fixture, Market } from '@fairline/proto/betting/offer';
import { marketText } from '../../../domain/betting/market-labels.ts';
import { translate } from '../../../server-texts.ts';
import { cx } from '../../../ui/theme/cx.ts';
import { averageOf, averageText } from './average-return.ts';
import { marketGroups, quarterLineText } from './fixture-labels.ts';
import { LockedMarket, marketLock, PriceButton, type PriceButtonProps } from './price-button.tsx';

type MarketBoardProps = Pick<PriceButtonProps, 'stale' | 'stakeMinor' | 'currency' | 'onPick'> & {
  fixture: Fixture;
  picked: ReadonlySet<string>;
};

export function MarketBoard({ fixture, picked, ...props }: MarketBoardProps) {
  return (
    <div className={cx('flex flex-col gap-4', props.stale && '**:text-ink-soft')}>
      {marketGroups(fixture.markets).map(({ name, markets }) => (
        <section
          key={`${markets[0]?.type} ${name}`}
          aria-label={translate(name)}
          className="rounded-card border border-line bg-surface p-3"
        >
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
            <h2 className="text-14 font-strong">{translate(name)}</h2>
            <AverageReturn markets={markets.filter((market) => !marketLock(market, props.stale))} />
          </div>
          <ul className="flex flex-col gap-2">
            {markets.map((market) => {
              const lock = marketLock(market, props.stale);
              const quarter = quarterLineText(market.line);
              return (
                <li key={market.id}>
                  {markets.length > 1 && <h3 className="sr-only">{marketText(market)}</h3>}
                  {lock ? (
                    <LockedMarket
                      market={market}
                      reason={markets.length > 1 ? `${marketText(market)} · ${lock}` : lock}
                    />
                  ) : (
                    <div
                      className={cx('grid gap-1', market.selections.length === 3 ? 'sm:grid-cols-3' : 'grid-cols-2')}
                    >
                      {market.selections.map((selection) => (
                        <PriceButton
                          key={selection.id}
                          {...props}
                          fixture={fixture}
                          market={market}
                          selection={selection}
                          picked={picked.has(selection.id)}
                          named
                        />
                      ))}
                    </div>
                  )}
                  {quarter && !lock && <p className="mt-1 text-12 text-ink-soft">{quarter}</p>}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** What the selections of these markets return on average; from the least to the most where lines differ. */
function AverageReturn({ markets }: { markets: readonly Market[] }) {
  if (markets.length === 0) return null;
  const averages = markets.map(averageOf);
  return <p className="figures text-12 text-ink-soft">{averageText(Math.min(...averages), Math.max(...averages))}</p>;
}
