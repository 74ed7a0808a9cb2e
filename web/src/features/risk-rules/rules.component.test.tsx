/** The risk rules in their states: loaded and failed, tuned, refused, changed meanwhile, back-tested, and by role. */
import { staffRoutes } from '@fairline/proto/auth/staff';
import { common } from '@fairline/proto/contract';
import { RiskRule, ruleRefusals, ruleRoutes } from '@fairline/proto/risk/rules';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { network } from '../../testing/network.ts';
import { renderAsOperator } from '../../testing/page.tsx';
import { sample } from '../../testing/sample.ts';
import { Rules } from './rules.tsx';

const tuning = { enabled: true, severity: 'medium' as const, threshold: 10, windowMinutes: 60 };
const rule = sample(RiskRule, {
  id: 'bet_velocity',
  alertType: 'bet_velocity',
  measure: 'count',
  unit: 'times',
  defaults: tuning,
  version: 3,
  ...tuning,
});

beforeEach(() => {
  network.answer(ruleRoutes.rules, { items: [rule] });
  network.answerAll(staffRoutes.colleagues, staffRoutes.summaries);
});

const show = (role?: 'auditor', query = '') =>
  renderAsOperator(
    (operator) => <Rules operator={operator} />,
    { at: `/admin/risk/rules${query}`, path: '/admin/risk/rules' },
    role,
  );

async function tune(threshold: string) {
  const shown = show(undefined, '?rule=bet_velocity');
  const drawer = await screen.findByRole('dialog', { name: 'Bet velocity' });
  const field = within(drawer).getByLabelText('Threshold: number of times');
  await shown.user.clear(field);
  await shown.user.type(field, threshold);
  await shown.user.type(within(drawer).getByLabelText('Reason, kept on the record'), 'Too many alerts');
  return { ...shown, drawer };
}

async function save(threshold: string) {
  const shown = await tune(threshold);
  await shown.user.click(within(shown.drawer).getByRole('button', { name: 'Save rule' }));
  return shown;
}

it('shows a placeholder, then the rules', async () => {
  const release = network.hold(ruleRoutes.rules);
  show();
  expect((await screen.findAllByText('Loading')).length).toBeGreaterThan(0);
  network.answer(ruleRoutes.rules, { items: [rule] });
  release();
  expect(await screen.findByRole('button', { name: 'Bet velocity' })).toBeDefined();
});

it('offers a retry when the rules cannot be read', async () => {
  network.fail(ruleRoutes.rules);
  const { user } = show();
  expect(await screen.findByText('Rules could not be loaded')).toBeDefined();
  network.answer(ruleRoutes.rules, { items: [rule] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Bet velocity' })).toBeDefined();
});

it('says that the URL names no rule', async () => {
  show(undefined, '?rule=unknown');
  expect(await screen.findByText('Rule not found')).toBeDefined();
});

it('lets a read-only role back-test values but not change them', async () => {
  show('auditor', '?rule=bet_velocity');
  expect(await screen.findByText('Your role can view and back-test rules but not change them.')).toBeDefined();
  const drawer = await screen.findByRole('dialog', { name: 'Bet velocity' });
  expect(within(drawer).queryByRole('textbox')).toBeNull();
  expect(within(drawer).getByRole('button', { name: /^Back-test/ })).toBeDefined();
});

it('saves a rule with its loaded version', async () => {
  network.answer(ruleRoutes.setRule, { ...rule, threshold: 20 });
  await save('20');
  await waitFor(() =>
    expect(network.sent(ruleRoutes.setRule)[0]?.body).toEqual({
      id: rule.id,
      ...tuning,
      threshold: 20,
      version: 3,
      reason: 'Too many alerts',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('does not save an invalid value', async () => {
  const { user, drawer } = await tune('0');
  await user.click(within(drawer).getByRole('button', { name: 'Save rule' }));
  expect(within(drawer).getAllByText('Correct the values first').length).toBeGreaterThan(0);
  expect(network.sent(ruleRoutes.setRule)).toEqual([]);
});

it.each([
  [
    'too many alerts',
    ruleRefusals.noisy,
    { perDay: 900, most: 200 },
    'This would raise 900 alerts a day; at most 200 are allowed',
  ],
  ['a change of another operator', ruleRefusals.changed, undefined, ruleRefusals.changed.message],
  ['a busy service', common.busy, undefined, common.busy.message],
])('shows the refusal for %s beside the button', async (_case, refusal, params, text) => {
  network.refuse(ruleRoutes.setRule, refusal, params);
  const { drawer } = await save('2');
  expect(await within(drawer).findByText('The rule was not saved')).toBeDefined();
  expect(within(drawer).getByText(text)).toBeDefined();
});

it('shows what the values would have raised, and says if they have changed since', async () => {
  network.answer(ruleRoutes.backTest, { ruleId: rule.id, alerts: 14, subjects: 3, signals: 900 });
  const { user, drawer } = await tune('5');
  await user.click(within(drawer).getByRole('button', { name: /^Back-test/ }));
  expect(await within(drawer).findByText(/14 alerts on 3 subjects/)).toBeDefined();
  expect(network.sent(ruleRoutes.backTest)[0]?.body).toEqual({ id: rule.id, threshold: 5, windowMinutes: 60 });
  await user.type(within(drawer).getByLabelText('Threshold: number of times'), '0');
  expect(await within(drawer).findByText('The values have changed since this back-test.')).toBeDefined();
});

it('says that a back-test failed', async () => {
  network.refuse(ruleRoutes.backTest, common.busy);
  const { user, drawer } = await tune('5');
  await user.click(within(drawer).getByRole('button', { name: /^Back-test/ }));
  expect(await within(drawer).findByText('The back-test failed')).toBeDefined();
});
