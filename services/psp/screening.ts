/** The simulated provider of screenings: it knows the invented people below, whom README.md names, and clears everybody else. Pure. */
import { searchKey } from '@fairline/proto/betting/search';
import type { ScreeningRequest, ScreeningResult } from '@fairline/proto/kyc/screenings';
import { ScreeningKind } from '@fairline/proto/screening';

export const listed: Readonly<Record<ScreeningKind, string>> = {
  sanctions: 'Viktor Embargo',
  pep: 'Amélie Ministère',
  adverse_media: 'Hugo Scandalini',
};

/** The result of each kind. Case, accents and punctuation of a name do not count. */
export function screen({ firstName, lastName }: Pick<ScreeningRequest, 'firstName' | 'lastName'>): ScreeningResult[] {
  const name = searchKey(`${firstName} ${lastName}`);
  return ScreeningKind.options.map((kind) =>
    searchKey(listed[kind]) === name
      ? { kind, outcome: 'match', note: `Demo list: ${listed[kind]}` }
      : { kind, outcome: 'clear' },
  );
}
