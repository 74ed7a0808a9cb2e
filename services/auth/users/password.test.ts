/** Passwords that are refused because they are easy to guess. */
import { expect, it } from 'vitest';
import { isCommonPassword, isPersonalPassword, refuseWeakPassword } from './password.ts';

it.each([
  'Password1',
  'password1',
  'Password123!',
  'P@ssw0rd1',
  'P4ssword99',
  'Passw0rd',
  'Welcome1',
  'Welcome2026!',
  'Qwerty123',
  'Qwertz123',
  '1qaz2WSX',
  'Abc12345',
  'Abcdefg1',
  'Letmein1',
  'Admin123',
  'Iloveyou2',
  'Dragon1!',
  'Summer2026',
  'Monkey99',
  '123Football',
  'Casino777',
  'Aa1aaaaa',
  'Aaaa1111',
  '12345678Aa',
  'Aa12345678',
  'Aa123456!',
  'Qwertyuiop1',
  'Asdf1234!',
  'Zxcvbnm,1Q',
  '1q2w3e4r5T',
  'Monkey12345678',
  '87654321Zz',
  'Abcdefgh2024',
  'A1b2c3d4e5',
  'Dragon1111111',
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

it.each([
  'Correct-horse-1',
  'Str0ngPass',
  'N3wPassword',
  'An0therOne',
  'Operator-pass-1',
  'xK9-mvQ27t',
  'Monkey-4-violin',
  'Trois-Rivières-8',
  'Fjord-1234-quilt',
  'Rope2024-tern',
])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

it.each([
  ['Fairline1', 'ada@example.com', true],
  ['my-FAIRLINE-7', 'ada@example.com', true],
  ['F4irl1ne-x9', 'ada@example.com', true],
  ['Lovelace-1815', 'ada.lovelace@example.com', true],
  ['Ada.Lovelace7', 'ada.lovelace@example.com', true],
  ['xLOVELACEx1', 'lovelace+bets@example.com', true],
  ['Correct-horse-1', 'ada@example.com', false],
  ['Canada-dry-18', 'ada@example.com', false],
])('%s for %s is personal: %s', (password, email, isPersonal) => {
  expect(isPersonalPassword(password, email)).toBe(isPersonal);
});

it('names the field of the form', () => {
  const refusalOf = (password: string) => {
    try {
      refuseWeakPassword(password, 'ada@example.com', 'newPassword');
    } catch (error) {
      return error;
    }
    return undefined;
  };
  expect(refusalOf('Password1')).toMatchObject({
    code: 'password_common',
    errors: { newPassword: expect.any(String) },
  });
  expect(refusalOf('Fairline1')).toMatchObject({ code: 'password_personal' });
  expect(refusalOf('Correct-horse-1')).toBeUndefined();
});
