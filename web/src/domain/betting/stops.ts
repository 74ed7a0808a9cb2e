/** The operators' suspensions in force, and which of them cover a whole sport or everything. */
import { type Stop, stopRoutes } from '@fairline/proto/betting/stops';
import { i18n } from '@lingui/core';
import { queryOptions } from '@tanstack/react-query';
import { refreshMs } from '../../client/cache/refresh-interval.ts';
import { call } from '../../client/requests/call.ts';
import { translate } from '../../server-texts.ts';

export const stopsQuery = queryOptions({
  queryKey: ['admin', 'betting', 'stops'],
  queryFn: ({ signal }) => call(stopRoutes.stops, { signal }),
  refetchInterval: refreshMs,
});

/** Suspensions of everything or of a sport; those of fixtures are only counted. */
export function wideStops(items: readonly Stop[]): { wide: Stop[]; fixtures: number } {
  return {
    wide: items.filter(({ scope }) => scope === 'all' || scope === 'sport'),
    fixtures: items.filter(({ scope }) => scope === 'fixture').length,
  };
}

/** "Everything", or the names of sports and the number of fixtures; empty while nothing wide is suspended. */
export function wideStopText({ wide, fixtures }: ReturnType<typeof wideStops>): string {
  if (wide.length === 0) return '';
  if (wide.some(({ scope }) => scope === 'all')) return i18n._({ id: 'scope.all', message: 'Everything' });
  const counted =
    fixtures > 0
      ? [
          i18n._({
            id: 'stops.fixtures',
            message: '{count, plural, one {# fixture} other {# fixtures}}',
            values: { count: fixtures },
          }),
        ]
      : [];
  return [...wide.map(({ name }) => translate(name)), ...counted].join(', ');
}
