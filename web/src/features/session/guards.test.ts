/** The page that opens after a sign-in. */
import { describe, expect, it } from 'vitest';
import { returnAddress } from './guards.tsx';

describe('after signing in', () => {
  it.each([
    [null, '/sports'],
    [{}, '/sports'],
    [{ from: { pathname: '/wallet', search: '?tab=deposit' } }, '/wallet?tab=deposit'],
  ])('with %j remembered, the page is %s', (state, expected) => {
    expect(returnAddress(state, '/sports')).toBe(expected);
  });
});
