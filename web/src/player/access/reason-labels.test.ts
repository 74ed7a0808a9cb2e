/** The text on the login page for each page that a visitor requested. */
import { i18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { signInReason } from './reason-labels.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

const from = (pathname: string, search = '') => ({ from: { pathname, search } });

it.each([
  [null, null],
  [from('/sports', '?sport=soccer'), 'Log in to see all matches and odds.'],
  [from('/live'), 'Log in to see live matches and odds.'],
  [from('/fixtures/f1'), 'Log in to see this match.'],
  [from('/fixtures/f1', '?pick=s1'), 'Please login to place bets. Your selection will be on your bet slip.'],
  [from('/wallet', '?tab=deposit'), 'Please login to view your wallet'],
  [from('/dashboard'), 'Please login to access your dashboard'],
  [from('/bets'), 'Log in to see this page.'],
])('for %j is %s', (state, text) => {
  expect(signInReason(state)).toBe(text);
});
