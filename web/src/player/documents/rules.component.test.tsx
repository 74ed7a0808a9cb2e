/** The betting rules name the limits of every sport as settlement applies them; terms and rules tell players what they have to know beforehand. */
import { type IncidentRule, incidentRules, lostMatchRules } from '@fairline/proto/betting/incidents';
import { betRules } from '@fairline/proto/betting/rules';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAsGuest } from '../../testing/page.tsx';
import { RulesPage } from './rules.tsx';
import { TermsPage } from './terms.tsx';

const names = {
  soccer: 'Soccer',
  basketball: 'Basketball',
  hockey: 'Hockey',
  baseball: 'Baseball',
  football: 'Football',
  tennis: 'Tennis',
  default: 'Other sports',
};

it('say until when a match may start, and after which set a retirement counts, for every sport', async () => {
  renderAsGuest(<RulesPage />, { at: '/rules', path: '/rules' });
  const section = (await screen.findByRole('heading', { name: 'Postponed, abandoned and ended early' })).closest(
    'section',
  );
  const lines = [...(section?.querySelectorAll('li, p') ?? [])].map(({ textContent }) => textContent ?? '');
  for (const [sport, rule] of Object.entries(incidentRules) as [keyof typeof incidentRules, IncidentRule][]) {
    const within = rule.startWithinHours > 48 ? `${rule.startWithinHours / 24} days` : `${rule.startWithinHours} hours`;
    expect(
      lines.some(
        (line) => line.includes(names[sport]) && line.includes(`starts within ${within} of its original start`),
      ),
    ).toBe(true);
    if (rule.retirement)
      expect(
        lines.some((line) => line.includes(names[sport]) && line.includes(`if ${rule.retirement?.afterSets} set`)),
      ).toBe(true);
  }
  expect(
    lines.some(
      (line) =>
        line.includes(`${lostMatchRules.unreportedHours} hours`) &&
        line.includes(`${lostMatchRules.resultWithinHours} hours`),
    ),
  ).toBe(true);
});

it.each([
  [
    'Casino games',
    TermsPage,
    [
      'the round counts as our servers recorded it',
      'A malfunction voids the rounds it affected',
      'is not voided because of its result',
    ],
  ],
  [
    'Bets',
    TermsPage,
    [
      `A bet on a live event is checked again up to ${betRules.acceptanceDelayMs.live / 1_000} seconds after you place it`,
    ],
  ],
  [
    'Robots and other software',
    TermsPage,
    ['Robots and software that places bets or plays rounds for you are not allowed', 'Report suspected use by others'],
  ],
  ['Results', RulesPage, ['Scores and clocks on our pages are for information. They can be late']],
])('tell players about: %s', async (chapter, Page, sentences) => {
  renderAsGuest(<Page />, { at: '/terms', path: '/terms' });
  const section = (await screen.findByRole('heading', { name: chapter })).closest('section');
  for (const sentence of sentences) expect(section?.textContent).toContain(sentence);
});
