/** The form of the withdrawal PIN, as rows. */
import { describe, expect, it } from 'vitest';
import { pinForm } from './forms.ts';

describe('a new PIN', () => {
  it.each([
    [false, { currentPin: '', pin: '1234', repeated: '1234' }, []],
    [false, { currentPin: '', pin: '123', repeated: '123' }, ['Please enter a PIN of 4 to 6 digits']],
    [false, { currentPin: '', pin: '1234', repeated: '1235' }, ['The PINs do not match']],
    [true, { currentPin: '', pin: '1234', repeated: '1234' }, ['Please enter your withdrawal PIN']],
  ])('with one in force: %s, %o', (hasPin, values, expected) => {
    expect(
      pinForm(hasPin)
        .safeParse(values)
        .error?.issues.map(({ message }) => message) ?? [],
    ).toEqual(expected);
  });
});
