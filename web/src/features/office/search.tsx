/**
 * The header's search: players by e-mail or name, payments by everything that names one. Each room answers for itself,
 * and one that did not is named. Arrow keys move through what was found, Enter opens it.
 */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { moneyText } from '../../domain/money/money.tsx';
import { stateName, typeName } from '../../domain/money/payment-labels.ts';
import { paymentSearchQuery } from '../../domain/money/payment-search.ts';
import { may } from '../../domain/people/operators.ts';
import { playerSearchQuery } from '../../domain/people/player-search.ts';
import { Icon } from '../../ui/graphics/icon.tsx';
import { cx } from '../../ui/theme/cx.ts';

const typingMs = 250;
/** Of each room; the page of the room has the rest. */
const shown = 5;
const shortest = 2;

interface Hit {
  id: string;
  to: string;
  title: string;
  words: string;
}

export function OfficeSearch({ operator }: { operator: Operator }) {
  const reads = { users: may(operator, 'users.read'), money: may(operator, 'wallet.read') };
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const asked = q.length >= shortest;
  const players = useQuery({ ...playerSearchQuery(q), enabled: asked && reads.users });
  const payments = useQuery({ ...paymentSearchQuery(q, reads.users), enabled: asked && reads.money });
  if (!reads.users && !reads.money) return <span className="grow" />;

  const found: Hit[] = [
    ...(players.data?.items ?? []).slice(0, shown).map((user) => ({
      id: user.id,
      to: `/admin/users/${user.id}`,
      title: `${user.firstName} ${user.lastName}`,
      words: user.email,
    })),
    ...(payments.data?.items ?? []).slice(0, shown).map((payment) => ({
      id: payment.id,
      to: `/admin/financial?status=all&payment=${payment.id}`,
      title: `${typeName(payment.type)} ${moneyText(payment.amountMinor, payment.currency)}`,
      words: `${stateName(payment)[0]} · ${payment.customerName ?? payment.reference}`,
    })),
  ];
  const silent = [
    reads.users && players.isError && i18n._({ id: 'search.users', message: 'players' }),
    reads.money && payments.isError && i18n._({ id: 'search.payments', message: 'payments' }),
  ].filter((name): name is string => Boolean(name));
  const busy = typed.trim() !== q || players.isFetching || payments.isFetching;
  const visible = open && asked;

  const go = (hit: Hit | undefined) => {
    if (!hit) return;
    setOpen(false);
    setTyped('');
    void navigate(hit.to);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    else if (event.key === 'Enter') go(found[at]);
    else if (event.key === 'ArrowDown' && found.length > 0) setAt((at + 1) % found.length);
    else if (event.key === 'ArrowUp' && found.length > 0) setAt((at - 1 + found.length) % found.length);
    else return;
    event.preventDefault();
  };

  return (
    <search className="relative min-w-0 grow md:max-w-96">
      <label className="relative flex items-center">
        <span className="sr-only">{i18n._({ id: 'search.label', message: 'Search players and payments' })}</span>
        <Icon of={Search} className="pointer-events-none absolute left-3 text-ink-soft" />
        <input
          type="search"
          role="combobox"
          aria-expanded={visible}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={visible && found[at] ? `${id}-${found[at].id}` : undefined}
          value={typed}
          maxLength={100}
          placeholder={i18n._({ id: 'search.both', message: 'Player or payment' })}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={press}
          className="h-9 w-full rounded-control border border-control bg-surface pr-3 pl-9 text-16 focus-visible:outline-offset-0 md:text-13"
        />
      </label>
      <div
        className={cx(
          'absolute top-full right-0 left-0 z-40 mt-1 min-w-64 overflow-hidden rounded-card border border-line bg-float shadow-float',
          !visible && 'hidden',
        )}
      >
        <div id={`${id}-list`} role="listbox" aria-label={i18n._({ id: 'search.results', message: 'Found' })}>
          {found.map((hit, place) => (
            // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the keyboard works through the field, as the pattern asks.
            <div
              key={hit.id}
              id={`${id}-${hit.id}`}
              role="option"
              aria-selected={place === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => go(hit)}
              className={cx('flex flex-col px-4 py-2 text-13', place === at ? 'bg-act-soft' : 'hover:bg-raised')}
            >
              <span className="truncate font-medium">{hit.title}</span>
              <span className="truncate text-12 text-ink-soft">{hit.words}</span>
            </div>
          ))}
        </div>
        <p role="status" className="px-4 py-2 text-12 text-ink-soft empty:hidden">
          {visible &&
            found.length === 0 &&
            (busy ? i18n._({ id: 'search.busy', message: 'Searching…' }) : silent.length === 0 && i18n._({ id: 'search.none', message: 'Nothing found' }))}
          {visible && silent.length > 0 && i18n._({ id: 'search.silent', message: 'No answer about {rooms}', values: { rooms: silent.join(', ') } })}
        </p>
      </div>
    </search>
  );
}
