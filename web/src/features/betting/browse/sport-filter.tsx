/** The sports with the number of fixtures: a rail on wide screens, a row of chips on narrow ones. */

import type { Sport } from '@fairline/proto/betting/offer';
import { i18n } from '@lingui/core';
import { Link, useLocation, useSearchParams } from 'react-router';
import { SportArt } from '../../../domain/betting/sport-art.tsx';
import { translate } from '../../../server-texts.ts';
import { cx } from '../../../ui/theme/cx.ts';

interface Props {
  sports: readonly Sport[];
  /** Counts live fixtures only. */
  liveOnly: boolean;
}

function useEntries({ sports, liveOnly }: Props) {
  const [search] = useSearchParams();
  // From a fixture's own page a sport leads back to the list.
  const pathname = useLocation().pathname === '/live' ? '/live' : '/sports';
  const chosen = search.get('sport');
  const addressOf = (sport: string | null) => {
    const next = new URLSearchParams(search);
    if (sport) next.set('sport', sport);
    else next.delete('sport');
    return { pathname, search: next.toString() };
  };
  const countOf = ({ fixtures, live }: Sport) => (liveOnly ? live : fixtures);
  const all = {
    id: null,
    name: i18n._({ id: 'sports.all', message: 'All sports' }),
    count: sports.reduce((total, sport) => total + countOf(sport), 0),
  };
  const each = sports.map((sport) => ({ id: sport.id, name: translate(sport.name), count: countOf(sport) }));
  return [all, ...each].map((entry) => ({ ...entry, current: entry.id === chosen, to: addressOf(entry.id) }));
}

export function SportRail(props: Props) {
  return (
    <nav aria-label={i18n._({ id: 'sports.label', message: 'Sports' })} className="flex flex-col">
      {useEntries(props).map(({ id, name, count, current, to }) => (
        <Link
          key={name}
          to={to}
          aria-current={current ? 'page' : undefined}
          preventScrollReset
          className={cx(
            'flex h-11 items-center gap-3 border-l-2 pr-2 pl-3 text-14 transition-colors focus-visible:-outline-offset-2',
            current ? 'border-act font-strong text-ink' : 'border-line text-ink-soft hover:text-ink',
          )}
        >
          <SportArt sport={id ?? ''} size={20} />
          <span className="grow truncate">{name}</span>
          <span className="figures text-12 text-ink-soft">{count}</span>
        </Link>
      ))}
    </nav>
  );
}

export function SportChips(props: Props) {
  return (
    <nav
      aria-label={i18n._({ id: 'sports.label', message: 'Sports' })}
      className="strip -mx-4 min-h-10 gap-2 px-4 py-0.5"
    >
      {useEntries(props).map(({ id, name, count, current, to }) => (
        <Link
          key={name}
          to={to}
          aria-current={current ? 'page' : undefined}
          preventScrollReset
          className={cx(
            'flex h-9 shrink-0 items-center gap-2 rounded-full border px-3 text-13 font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
            current ? 'border-act bg-act-soft' : 'border-line bg-surface hover:bg-raised',
          )}
        >
          <SportArt sport={id ?? ''} size={16} />
          {name}
          <span className="figures text-12 text-ink-soft">{count}</span>
        </Link>
      ))}
    </nav>
  );
}
