/** Names of a fixture and its markets, and the order of markets. */

import type { Fixture, Market } from '@fairline/proto/betting/offer';
import { i18n } from '@lingui/core';
import { withCountry } from '../../../domain/people/country-names.ts';
import { numberText } from '../../../figures.ts';

export function fixtureText({ homeTeam, awayTeam }: Fixture): string {
  return `${homeTeam} vs ${awayTeam}`;
}

export function competitionText({ competition, country }: Pick<Fixture, 'competition' | 'country'>): string {
  return withCountry(competition, country);
}

/** The meaning of a quarter line; null for any other. */
export function quarterLineText(line: number | undefined): string | null {
  if (line === undefined || Number.isInteger(line * 2)) return null;
  return i18n._({
    id: 'market.quarter',
    message: 'Half of the stake on {low}, half on {high}',
    // In a handicap market the other side has the opposite sign and the same two lines.
    values: { low: numberText(Math.abs(line) - 0.25), high: numberText(Math.abs(line) + 0.25) },
  });
}

const order: readonly Market['type'][] = ['1x2', 'moneyline', 'draw_no_bet', 'spread', 'total', 'btts', 'odd_even'];

/** The markets of a fixture in order: the winner first, then lines from the lowest up. */
export function marketGroups(markets: readonly Market[]): { name: string; markets: Market[] }[] {
  const groups = [...Map.groupBy(markets, ({ type, name }) => `${order.indexOf(type)} ${name}`)].sort(
    ([one], [other]) => one.localeCompare(other),
  );
  return groups.map(([, own]) => ({
    name: own[0]?.name ?? '',
    markets: own.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)),
  }));
}
