/** The filters of the timeline: service, event, player and aggregate. Each active one is a chip that removes it. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { Id } from '@fairline/proto/contract';
import { i18n } from '@lingui/core';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { serviceNames } from '../../domain/office/deliveries.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { usePlayers } from '../../domain/people/players.ts';
import type { ChangeAddress } from '../../ui/browser/use-address.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SearchBox } from '../../ui/controls/search-box.tsx';
import { PickOne } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import type { EventFilter } from './queries.ts';

export const noEventFilter: Readonly<Record<keyof EventFilter, null>> = {
  service: null,
  name: null,
  player: null,
  aggregate: null,
};

interface ToolbarProps {
  filter: EventFilter;
  operator: Operator;
  change: ChangeAddress;
}

/** An invalid value stays in its field, with the reason below. */
type Wrong = Partial<Record<keyof EventFilter, true>>;

export function TimelineToolbar({ filter, operator, change }: ToolbarProps) {
  const [wrong, setWrong] = useState<Wrong>({});
  const typed = (field: keyof EventFilter, text: string, fits: (value: string) => boolean) => {
    const value = text.trim();
    const isWrong = value !== '' && !fits(value);
    setWrong(isWrong ? { ...wrong, [field]: true } : { ...wrong, [field]: undefined });
    if (!isWrong) change({ [field]: value || null });
  };
  const isId = (value: string) => Id.safeParse(value).success;
  const [byName, byPlayer, byAggregate] = [
    i18n._({ id: 'eventLog.byName', message: 'Event, e.g. BetSettled' }),
    i18n._({ id: 'eventLog.byPlayer', message: 'Player id' }),
    i18n._({ id: 'eventLog.byAggregate', message: 'Bet, payment or other id' }),
  ];
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-[auto_1fr_1fr_1fr]">
        <PickOne
          label={i18n._({ id: 'auditLog.service', message: 'Service' })}
          value={filter.service}
          onChange={({ target }) => change({ service: target.value || null })}
        >
          <option value="">{i18n._({ id: 'history.all', message: 'All' })}</option>
          {serviceNames.map((service) => (
            <option key={service} value={service}>
              {service}
            </option>
          ))}
        </PickOne>
        <SearchBox
          label={byName}
          placeholder={byName}
          q={filter.name}
          onSearch={(text) => typed('name', text, (value) => /^[A-Za-z]{1,60}$/.test(value))}
        />
        <SearchBox
          label={byPlayer}
          placeholder={byPlayer}
          q={filter.player}
          onSearch={(text) => typed('player', text, isId)}
        />
        <SearchBox
          label={byAggregate}
          placeholder={byAggregate}
          q={filter.aggregate}
          onSearch={(text) => typed('aggregate', text, isId)}
        />
      </div>
      <p role="status" className="text-12 text-down empty:hidden">
        {wrong.name && `${i18n._({ id: 'eventLog.notName', message: 'Event names contain letters only.' })} `}
        {(wrong.player || wrong.aggregate) &&
          i18n._({
            id: 'eventLog.notId',
            message: 'Enter the full id. The search in the header finds it by its last 8 characters.',
          })}
      </p>
      <Narrowed filter={filter} operator={operator} change={change} />
    </div>
  );
}

function Narrowed({ filter, operator, change }: ToolbarProps) {
  const player = usePlayers(filter.player ? [filter.player] : [], hasPermission(operator, 'users.read')).of(
    filter.player,
  );
  const chips: [keyof EventFilter, ReactNode][] = [
    ['service', filter.service],
    ['name', filter.name],
    [
      'player',
      i18n._({
        id: 'eventLog.player',
        message: 'Player {name}',
        values: { name: player ? `${player.firstName} ${player.lastName}` : filter.player.slice(-8) },
      }),
    ],
    [
      'aggregate',
      i18n._({ id: 'eventLog.aggregate', message: 'Id …{end}', values: { end: filter.aggregate.slice(-8) } }),
    ],
  ];
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {chips.map(
        ([name, label]) =>
          filter[name] && (
            <Button key={name} look="secondary" size="small" onClick={() => change({ [name]: null })}>
              {label}
              <Icon of={X} />
              <span className="sr-only">{i18n._({ id: 'deskBets.drop', message: 'remove this filter' })}</span>
            </Button>
          ),
      )}
    </div>
  );
}
