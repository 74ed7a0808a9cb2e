/** The betting rules name the limits of every sport as settlement applies them. */
import { type IncidentRule, incidentRules, lostMatchRules } from '@fairline/proto/betting/incidents';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAsGuest } from '../../testing/page.tsx';
import { RulesPage } from './rules.tsx';

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
  const section = (await screen.findByRole('heading', { name: 'Postponed, abandoned and ended early' })).closest('section');
  const lines = [...(section?.querySelectorAll('li, p') ?? [])].map(({ textContent }) => textContent ?? '');
  for (const [sport, rule] of Object.entries(incidentRules) as [keyof typeof incidentRules, IncidentRule][]) {
    const within = rule.startWithinHours > 48 ? `${rule.startWithinHours / 24} days` : `${rule.startWithinHours} hours`;
    expect(lines.some((line) => line.includes(names[sport]) && line.includes(`starts within ${within} of its original start`))).toBe(true);
    if (rule.retirement) expect(lines.some((line) => line.includes(names[sport]) && line.includes(`if ${rule.retirement?.afterSets} set`))).toBe(true);
  }
  expect(lines.some((line) => line.includes(`${lostMatchRules.unreportedHours} hours`) && line.includes(`${lostMatchRules.resultWithinHours} hours`))).toBe(
    true,
  );
});
