/**
 * The header's search: players, payments, bets and everything else that the operator may read, by id, its last 8 characters, or name. Services that did not
 * answer are named. `/` opens it, arrow keys move through the results, Enter opens one.
 */
import type { SearchHit, SearchKind } from '@fairline/proto/search';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import {
  BadgeCheck,
  Banknote,
  CalendarDays,
  CircleDot,
  Dices,
  Gift,
  LifeBuoy,
  Search,
  ShieldAlert,
  Ticket,
  TicketPercent,
  UserRound,
} from 'lucide-react';
import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { isSearchable, searchQuery } from '../../domain/office/search.ts';
import { alertText } from '../../domain/risk/alert-text.ts';
import { resourcePage } from '../../domain/risk/resource-page.ts';
import { translate } from '../../server-texts.ts';
import { useKeys } from '../../ui/browser/use-keys.ts';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { kindName } from './search-labels.ts';

const typingMs = 200;

const icons: Record<SearchKind, typeof Search> = {
  player: UserRound,
  payment: Banknote,
  bet: Ticket,
  fixture: CalendarDays,
  round: CircleDot,
  game: Dices,
  promotion: Gift,
  claim: TicketPercent,
  verification: BadgeCheck,
  ticket: LifeBuoy,
  alert: ShieldAlert,
};

/** The page of a hit; a claim is on the page of its player. */
function pageOf({ kind, id, playerId }: SearchHit): string | undefined {
  const to = resourcePage(kind, id)?.to;
  return kind === 'claim' && playerId && to ? `${to}&player=${playerId}` : to;
}

export function OfficeSearch() {
  const navigate = useNavigate();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useKeys(nowhere, (key) => {
    if (key !== '/') return false;
    field.current?.focus();
    return true;
  });
  const { data, error, isFetching, isPlaceholderData } = useQuery(searchQuery(q));
  const asked = isSearchable(typed.trim());
  const busy = typed.trim() !== q || isFetching;
  const found = (asked && !isPlaceholderData && data?.items.filter((hit) => pageOf(hit) !== undefined)) || [];
  const visible = open && asked;
  const chosen = found[Math.min(at, found.length - 1)];

  const go = (hit: SearchHit | undefined) => {
    const to = hit && pageOf(hit);
    if (!to) return;
    setOpen(false);
    setTyped('');
    void navigate(to);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    // Enter does not open results of an earlier query.
    else if (event.key === 'Enter') typed.trim() === q && go(chosen);
    else if (event.key === 'ArrowDown' && found.length > 0) setAt((at + 1) % found.length);
    else if (event.key === 'ArrowUp' && found.length > 0) setAt((at - 1 + found.length) % found.length);
    else return;
    event.preventDefault();
  };

  return (
    <search className="relative min-w-0 grow md:max-w-96">
      <label className="relative flex items-center">
        <span className="sr-only">{i18n._({ id: 'officeSearch.label', message: 'Search all' })}</span>
        <Icon of={Search} className="pointer-events-none absolute left-3 text-ink-soft" />
        <input
          ref={field}
          type="search"
          role="combobox"
          aria-expanded={visible}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-keyshortcuts="/"
          aria-activedescendant={visible && chosen ? `${id}-${chosen.kind}-${chosen.id}` : undefined}
          value={typed}
          maxLength={100}
          placeholder={i18n._({ id: 'officeSearch.placeholder', message: 'Player, payment, bet…' })}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={press}
          className="peer h-9 w-full rounded-control border border-control bg-surface pr-3 pl-9 text-16 focus-visible:outline-offset-0 md:pr-9 md:text-13"
        />
        <kbd
          aria-hidden
          className="pointer-events-none absolute right-3 hidden rounded-control border border-control px-1 text-12 text-ink-soft peer-focus:hidden md:block"
        >
          /
        </kbd>
      </label>
      <div
        className={cx(
          'absolute top-full right-0 left-0 z-40 mt-1 max-h-[70dvh] min-w-64 overflow-y-auto rounded-card border border-line bg-float shadow-float',
          !visible && 'hidden',
        )}
      >
        <Hits id={id} found={found} chosen={chosen} onGo={go} />
        <p role="status" className="px-4 py-2 text-12 text-ink-soft empty:hidden">
          {visible && statusText({ busy, error, none: found.length === 0, unanswered: data?.unanswered ?? [] })}
        </p>
      </div>
    </search>
  );
}

/** The shortcut works on the page only, not under a dialog. */
const nowhere = { current: null };

interface HitsProps {
  id: string;
  found: readonly SearchHit[];
  chosen: SearchHit | undefined;
  onGo: (hit: SearchHit) => void;
}

/** The hits in the server's order, grouped under the name of their kind. */
function Hits({ id, found, chosen, onGo }: HitsProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label={i18n._({ id: 'search.results', message: 'Results' })}>
      {found.map((hit, place) => (
        <Fragment key={`${hit.kind} ${hit.id}`}>
          {found[place - 1]?.kind !== hit.kind && (
            <p aria-hidden className="px-4 pt-2 pb-1 text-12 text-ink-soft">
              {kindName(hit.kind)}
            </p>
          )}
          {/* biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the keyboard works through the field, as the pattern asks. */}
          <div
            id={`${id}-${hit.kind}-${hit.id}`}
            ref={hit === chosen ? scrollToRow : undefined}
            role="option"
            aria-selected={hit === chosen}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onGo(hit)}
            className={cx(
              'flex items-center gap-3 px-4 py-2 text-13',
              hit === chosen ? 'bg-act-soft' : 'hover:bg-raised',
            )}
          >
            <Icon of={icons[hit.kind]} className="shrink-0 text-ink-soft" />
            <span className="sr-only">{kindName(hit.kind)}: </span>
            <span className="flex min-w-0 flex-col">
              <span className="truncate font-medium">
                {hit.kind === 'alert'
                  ? alertText({ description: hit.title, message: hit.message })
                  : translate(hit.title)}
              </span>
              <span className="truncate text-12 text-ink-soft">{translate(hit.detail)}</span>
            </span>
          </div>
        </Fragment>
      ))}
    </div>
  );
}

function scrollToRow(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}

function statusText({
  busy,
  error,
  none,
  unanswered,
}: {
  busy: boolean;
  error: Error | null;
  none: boolean;
  unanswered: readonly string[];
}): string | null {
  if (busy) return none ? i18n._({ id: 'search.busy', message: 'Searching…' }) : null;
  if (error) return errorText(error);
  if (unanswered.length > 0)
    return i18n._({
      id: 'officeSearch.unanswered',
      message: 'No answer from {names}',
      values: { names: unanswered.join(', ') },
    });
  return none ? i18n._({ id: 'search.none', message: 'Nothing found' }) : null;
}
