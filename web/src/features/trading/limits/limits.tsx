/** The exposure limits per outcome, from the narrowest scope to the default, with a button to change each. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { Limit } from '@fairline/proto/betting/desk';
import { marketTypes } from '@fairline/proto/feed';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { parNote, parText } from '../../../domain/money/par.ts';
import { hasPermission, useOperatorName } from '../../../domain/people/operators.ts';
import { translate } from '../../../server-texts.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { Framed, Listed } from '../../../ui/content/listed.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { When } from '../../../ui/content/when.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { PickOne } from '../../../ui/forms/field.tsx';
import { sportsQuery } from '../markets/queries.ts';
import { limitScopeName, marketTypeName } from './labels.ts';
import { LimitDialog, type Limited } from './limit-dialog.tsx';
import { limitsQuery } from './queries.ts';

type Asked = { what: Limited; nowMinor: number | null; removable: boolean };

export function Limits({ operator }: { operator: Operator }) {
  const query = useQuery(limitsQuery);
  const [asked, setAsked] = useState<Asked>();
  const acts = hasPermission(operator, 'betting');
  return (
    <div className="flex max-w-content flex-col gap-4">
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'limits.lead',
          message:
            "The highest liability of one outcome: what it may cost beyond the stakes on it. A market's limit takes precedence over those of its type, its competition, its sport and the default.",
        })}{' '}
        {parNote()}
      </p>
      {acts && query.data && <NewLimit limits={query.data.items} onAsk={setAsked} />}
      <Listed
        query={query}
        items={query.data?.items}
        failed={i18n._({ id: 'limits.failed', message: 'Limits could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={i18n._({ id: 'limits.none', message: 'No limits' })}
      >
        {(items) => <Rows items={items} operator={operator} onAsk={acts ? setAsked : undefined} />}
      </Listed>
      {asked && <LimitDialog {...asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

/** Sports and types are named here; competitions and markets on the page of a fixture. */
function NewLimit({ limits, onAsk }: { limits: readonly Limit[]; onAsk: (asked: Asked) => void }) {
  const { data: sports } = useQuery(sportsQuery);
  const free = (scope: Limit['scope'], id: string) => !limits.some((limit) => limit.scope === scope && limit.id === id);
  const offers: { scope: 'sport' | 'type'; label: string; options: { id: string; name: string }[] }[] = [
    {
      scope: 'sport',
      label: i18n._({ id: 'limits.ofSport', message: 'Limit a sport' }),
      options: sports?.items.map(({ id, name }) => ({ id, name: translate(name) })) ?? [],
    },
    {
      scope: 'type',
      label: i18n._({ id: 'limits.ofType', message: 'Limit a type of market' }),
      options: marketTypes.map((type) => ({ id: type, name: marketTypeName(type) })),
    },
  ];
  return (
    <div className="flex flex-wrap items-center gap-2">
      {offers.map(({ scope, label, options }) => (
        <PickOne
          key={scope}
          label={label}
          value=""
          onChange={({ target }) => {
            const option = options.find(({ id }) => id === target.value);
            if (option) onAsk({ what: { scope, ...option }, nowMinor: null, removable: false });
          }}
        >
          <option value="">{i18n._({ id: 'stops.pick', message: 'Choose…' })}</option>
          {options
            .filter(({ id }) => free(scope, id))
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </PickOne>
      ))}
      <span className="text-12 text-ink-soft">
        {i18n._({
          id: 'limits.elsewhere',
          message: "Competitions and single markets are limited on a fixture's page.",
        })}
      </span>
    </div>
  );
}

function Rows({
  items,
  operator,
  onAsk,
}: {
  items: readonly Limit[];
  operator: Operator;
  onAsk: ((asked: Asked) => void) | undefined;
}) {
  const nameOf = useOperatorName(operator);
  return (
    <Framed>
      <Table label={i18n._({ id: 'trading.limits', message: 'Limits' })}>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'limits.scope', message: 'Scope' })}</Th>
            <Th figures>{i18n._({ id: 'limits.most', message: 'Liability limit' })}</Th>
            <Th className="max-md:hidden">{i18n._({ id: 'limits.by', message: 'Set by' })}</Th>
            {onAsk && (
              <Th>
                <span className="sr-only">{i18n._({ id: 'adjustments.actions', message: 'Actions' })}</span>
              </Th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((limit) => (
            <tr key={`${limit.scope} ${limit.id}`} className="last:[&>td]:border-b-0">
              <Td className="py-1">
                <span className="flex flex-wrap items-center gap-2">
                  <Badge>{limitScopeName(limit.scope)}</Badge>
                  {limit.scope !== 'default' && <span className="font-medium">{nameOfLimit(limit)}</span>}
                </span>
                <span className="block text-12 text-ink-soft md:hidden">
                  <SetBy limit={limit} nameOf={nameOf} />
                </span>
              </Td>
              <Td figures className="font-medium">
                {parText(limit.maxLiabilityMinor)}
              </Td>
              <Td className="py-1 text-ink-soft max-md:hidden">
                <SetBy limit={limit} nameOf={nameOf} />
              </Td>
              {onAsk && (
                <Td className="w-px">
                  <Button
                    size="small"
                    look="secondary"
                    onClick={() =>
                      onAsk({
                        what: { scope: limit.scope, id: limit.id, name: nameOfLimit(limit) },
                        nowMinor: limit.maxLiabilityMinor,
                        removable: limit.by !== null,
                      })
                    }
                  >
                    {i18n._({ id: 'limits.edit', message: 'Edit' })}
                    <span className="sr-only">{nameOfLimit(limit)}</span>
                  </Button>
                </Td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}

function SetBy({ limit, nameOf }: { limit: Limit; nameOf: (id: string) => string }) {
  if (!limit.by || !limit.at) return i18n._({ id: 'limits.builtIn', message: 'built in' });
  return (
    <>
      <span className="block">{nameOf(limit.by)}</span>
      <When at={limit.at} className="text-12" />
    </>
  );
}

function nameOfLimit({ scope, id, name }: Limit): string {
  const type = scope === 'type' ? marketTypes.find((one) => one === id) : undefined;
  if (scope === 'default') return limitScopeName(scope);
  return type ? marketTypeName(type) : translate(name);
}
