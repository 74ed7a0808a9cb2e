/** The data monitor in short, on the operators' dashboard: waiting and failed deliveries, the success rate, and a link to the data monitor. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { deliveriesQuery, sumOf } from '../../../domain/office/deliveries.ts';
import { countText } from '../../../figures.ts';
import { Loaded } from '../../../ui/content/listed.tsx';
import { SkeletonRows } from '../../../ui/content/states.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { everyMs } from '../queries.ts';
import { Success } from './success.tsx';

export function DataSync() {
  const query = useQuery(deliveriesQuery(everyMs));
  return (
    <section aria-labelledby="data-sync" className="rounded-card border border-line bg-surface">
      <header className="flex h-11 items-center justify-between border-b border-line px-4">
        <h2 id="data-sync" className="text-14 font-strong">
          {i18n._({ id: 'dataSync.title', message: 'Data sync' })}
        </h2>
        <Link to="/admin/monitor" className="text-13 underline underline-offset-4">
          {i18n._({ id: 'dataSync.open', message: 'Open monitor' })}
        </Link>
      </header>
      <Loaded
        query={query}
        failed={i18n._({ id: 'monitor.failed', message: 'Deliveries could not be loaded' })}
        error={query.error && errorText(query.error)}
        waiting={
          <div className="p-4">
            <SkeletonRows count={1} className="h-12" />
          </div>
        }
      >
        {(services) => {
          const sums = sumOf(services);
          const failed = sums.failing + sums.dead;
          return (
            <>
              <dl className="grid grid-cols-3 gap-4 px-4 py-3">
                <div>
                  <dt className="text-12 text-ink-soft">{i18n._({ id: 'dataSync.pending', message: 'Pending' })}</dt>
                  <dd className="figures text-20 font-strong">{countText(sums.pending)}</dd>
                </div>
                <div>
                  <dt className="text-12 text-ink-soft">{i18n._({ id: 'dataSync.failed', message: 'Failed' })}</dt>
                  <dd className={cx('figures text-20 font-strong', failed > 0 && 'text-down')}>{countText(failed)}</dd>
                </div>
                <div>
                  <dt className="text-12 text-ink-soft">
                    {i18n._({ id: 'monitor.success', message: 'Success rate' })}
                  </dt>
                  <dd className="text-20 font-strong">
                    <Success counts={sums} />
                  </dd>
                </div>
              </dl>
              {sums.unanswered.length > 0 && (
                <p className="px-4 pb-3 text-12 text-down">
                  {i18n._({
                    id: 'dataSync.unanswered',
                    message: 'No answer: {names}',
                    values: { names: sums.unanswered.join(', ') },
                  })}
                </p>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
