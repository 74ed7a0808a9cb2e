/** The public page of live returns: observed against computed, per game. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { returnsQuery } from '../../domain/casino/queries.ts';
import { ReturnsTable } from '../../features/casino/fairness/returns-table.tsx';
import { Listed } from '../../ui/content/listed.tsx';
import { CasinoFrame } from './frame.tsx';

export function ReturnsPage() {
  const query = useQuery(returnsQuery);
  const title = i18n._({ id: 'casino.why.returnsLink', message: 'Live returns' });
  return (
    <CasinoFrame title={title}>
      <header className="flex flex-col gap-2">
        <h1 className="display text-28">{title}</h1>
        <p className="max-w-content text-ink-soft">
          {i18n._({
            id: 'casino.returns.help',
            message:
              'The solid line is the share of all real-money stakes that the game has paid back, jackpots apart; the dashed line is what it should pay back by its rules. Results vary, but should stay inside the band: a fair game leaves it with a chance of at most 1 in 10,000, however often you look. A game that leaves it is paused.',
          })}
        </p>
      </header>
      <Listed
        query={query}
        items={query.data?.items}
        failed={i18n._({ id: 'casino.returns.failed', message: 'The returns could not be loaded' })}
        error={query.isError ? errorText(query.error) : null}
        empty={i18n._({ id: 'casino.returns.empty', message: 'No games yet' })}
      >
        {(items) => <ReturnsTable items={items} />}
      </Listed>
    </CasinoFrame>
  );
}
