/** The meter's points and labels. */
import { describe, expect, it } from 'vitest';
import { strengthOf } from './strength.ts';

describe('the strength of a password', () => {
  it.each([
    ['', 0, 'Very Weak'],
    ['abc', 1, 'Very Weak'],
    ['abcdefgh', 2, 'Weak'],
    ['Abcdefgh', 3, 'Fair'],
    ['Abcdefg1', 4, 'Good'],
    ['Abcdef1!', 5, 'Strong'],
    ['ABCDEFGH', 2, 'Weak'],
    ['A1!', 3, 'Fair'],
  ])('rates "%s" with %i points as %s', (password, score, label) => {
    expect(strengthOf(password)).toEqual({ score, label });
  });
});
