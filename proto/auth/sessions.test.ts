/** Sign-in and registration: the message of each field, and the one that is shown first. */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { common } from '../contract.ts';
import { accountRefusals } from './account.ts';
import { ageOn, isEmail, NewPassword, passwordLabels, passwordScore } from './fields.ts';
import { mailRefusals } from './mail.ts';
import { OperatorSignIn, Registration, SignIn, sessionRefusals } from './sessions.ts';
import { staffRefusals } from './staff.ts';
import { userRefusals } from './users.ts';

/** The first message of each field, which a form shows. */
function messages(shape: z.ZodType, input: unknown): Record<string, string> {
  const result = shape.safeParse(input);
  const shown: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) shown[issue.path.join('.')] ??= issue.message;
  return shown;
}

const registration = {
  email: 'ada@example.com',
  password: 'Str0ngPass',
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'United Kingdom',
  dateOfBirth: '1990-12-10',
  acceptTerms: true,
};

describe('registration', () => {
  it('accepts a complete form, with or without the newsletter', () => {
    expect(messages(Registration, registration)).toEqual({});
    expect(messages(Registration, { ...registration, marketingOptIn: true })).toEqual({});
  });

  it.each<[keyof typeof registration, unknown, string]>([
    ['email', undefined, 'Email is required'],
    ['email', '', 'Email is required'],
    ['email', '   ', 'Email is required'],
    ['email', 7, 'Email is required'],
    ['email', 'ada', 'Please enter a valid email address'],
    ['email', 'ada@example', 'Please enter a valid email address'],
    ['email', 'ada example@x.com', 'Please enter a valid email address'],
    ['email', `${'a'.repeat(250)}@x.com`, 'Please enter a valid email address'],
    ['email', 'ada\u0000@example.com', 'Please enter a valid email address'],
    ['email', 'ada\u200b@example.com', 'Please enter a valid email address'],
    ['password', undefined, 'Password is required'],
    ['password', '', 'Password is required'],
    ['password', 'Sh0rt', 'Password must be at least 8 characters'],
    ['password', 'alllower1', 'Password must contain uppercase, lowercase, and number'],
    ['password', 'ALLUPPER1', 'Password must contain uppercase, lowercase, and number'],
    ['password', 'NoNumbers', 'Password must contain uppercase, lowercase, and number'],
    ['password', `Aa1${'x'.repeat(126)}`, 'Password must be at most 128 characters'],
    ['firstName', undefined, 'First name is required'],
    ['firstName', '  ', 'First name is required'],
    ['firstName', ' A ', 'First name must be at least 2 characters'],
    ['firstName', 'Ada\u0000', 'First name is not valid'],
    ['firstName', 'You won 500 - open http://evil.example/claim now', 'First name is not valid'],
    ['lastName', 'Love\u202Elace', 'Last name is not valid'],
    ['lastName', '', 'Last name is required'],
    ['lastName', 'B', 'Last name must be at least 2 characters'],
    ['country', undefined, 'Please select your country'],
    ['country', '', 'Please select your country'],
    ['country', 'Atlantis', 'Please select your country'],
    ['dateOfBirth', undefined, 'Please enter your date of birth'],
    ['dateOfBirth', '10.12.1990', 'Please enter your date of birth'],
    ['dateOfBirth', '1990-02-30', 'Please enter your date of birth'],
    ['dateOfBirth', '1815-12-10', 'Please enter your date of birth'],
    ['acceptTerms', undefined, 'You must agree to the terms and conditions'],
    ['acceptTerms', false, 'You must agree to the terms and conditions'],
    ['acceptTerms', 'true', 'You must agree to the terms and conditions'],
  ])('with %s %j shows: %s', (field, value, message) => {
    expect(messages(Registration, { ...registration, [field]: value })).toEqual({ [field]: message });
  });

  it('trims names and the e-mail address, but not the password', () => {
    const read = Registration.parse({
      ...registration,
      firstName: ' Ada ',
      lastName: ' Lovelace',
      email: ' ada@example.com ',
      password: ' Str0ng pass ',
    });
    expect(read).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      password: ' Str0ng pass ',
    });
  });

  it('refuses an unknown field, such as a balance', () => {
    expect(Registration.safeParse({ ...registration, balanceMinor: 1_000_000 }).success).toBe(false);
  });
});

describe('sign-in of a player', () => {
  const signIn = { email: 'ada@example.com', password: 'Str0ngPass' };

  it.each<[string, unknown, string]>([
    ['email', '', 'Email is required'],
    ['email', 'ada@', 'Please enter a valid email'],
    ['password', '', 'Password is required'],
    ['password', undefined, 'Password is required'],
    ['password', '12345', 'Password must be at least 6 characters'],
    ['password', 'x'.repeat(129), 'Invalid email or password'],
  ])('with %s %j shows: %s', (field, value, message) => {
    expect(messages(SignIn, { ...signIn, [field]: value })).toEqual({ [field]: message });
  });

  it('accepts passwords that registration would refuse, so old ones still work', () => {
    expect(messages(SignIn, { ...signIn, password: 'simple', remember: true, totp: '123456' })).toEqual({});
  });

  it('fails with one message, whichever field was wrong', () => {
    expect(sessionRefusals.badCredentials).toEqual({
      code: 'bad_credentials',
      status: 401,
      message: 'Invalid email or password',
    });
  });
});

describe('sign-in of an operator', () => {
  it.each<[string, unknown, string]>([
    ['email', '', 'Email is required'],
    ['email', 'finance', 'Please enter a valid email'],
    ['password', '', 'Password is required'],
  ])('with %s %j shows: %s', (field, value, message) => {
    expect(messages(OperatorSignIn, { email: 'finance@example.com', password: 'x', [field]: value })).toEqual({
      [field]: message,
    });
  });

  it('fails with one message', () => {
    expect(sessionRefusals.badOperatorCredentials.message).toBe('Invalid admin credentials');
  });
});

it('every refusal has its message', () => {
  const records = [
    userRefusals,
    sessionRefusals,
    mailRefusals,
    accountRefusals,
    staffRefusals,
    { card: common.cardNumber },
  ];
  const lines = records.flatMap((record) =>
    Object.values(record).map(({ code, status, message }) => `${status} ${code}: ${message}`),
  );
  expect(lines.sort()).toEqual([
    '401 bad_credentials: Invalid email or password',
    '401 bad_operator_credentials: Invalid admin credentials',
    '401 session_expired: Your session has expired. Please login again.',
    '401 session_revoked: Session validation failed. Please login again.',
    '401 totp_required: Enter the code from your authenticator app',
    '403 account_closed: Your account is closed.',
    '403 demo_account: Demo accounts cannot be changed',
    '403 demo_account: This demo account is shared, so files cannot be uploaded here. Please register your own account.',
    '403 own_account: You cannot change your own account here',
    '409 account_erased: This account was erased and stays closed.',
    '409 already_decided: This request was already decided',
    '409 documents_not_approved: The required documents of this player are not approved',
    '409 email_taken: An account with this email already exists',
    '409 email_unconfirmed: Please confirm your email address first',
    '409 request_outdated: This operator has changed since the request. Reject it and request again.',
    '409 request_pending: Another request about this operator is waiting for approval',
    '409 second_super_admin_needed: Another super admin must approve this, and no other one can sign in. Create one on the server: npm run operator:create',
    '409 terms_outdated: The terms have changed. Please read the current version.',
    '409 totp_already_on: Two-factor authentication is already on',
    '409 totp_kept: Operators must keep two-factor authentication outside demo mode',
    '409 totp_not_enrolled: Two-factor authentication is not being set up',
    '422 balance_left: Please withdraw your balance and wait for open bets and payments before you close your account',
    '422 card_number: Please do not enter card numbers here',
    '422 currency_fixed: The currency is fixed by your first deposit, bet or limit',
    '422 last_super_admin: The last active super admin cannot be changed',
    '422 link_invalid: Email verification failed. Please try again.',
    '422 link_invalid: This link is no longer valid. Please ask for a new one.',
    '422 password_common: This password is too easy to guess. Please choose another one.',
    '422 password_personal: The password must not contain your email name or "Fairline". Please choose another one.',
    '422 password_same: The new password must differ from the current one',
    '422 password_wrong: Current password is incorrect',
    '422 profile_fixed: Verified details cannot be changed. Please contact support.',
    '422 rate_unavailable: No exchange rate is available for this currency right now',
    '422 totp_wrong: This code is incorrect. Please try the next one.',
    '422 underage: You must be at least {years} years old',
  ]);
});

describe('the strength of a password', () => {
  it.each([
    ['', 0],
    ['abc', 1],
    ['abcdefgh', 2],
    ['Abcdefgh', 3],
    ['Abcdefg1', 4],
    ['Abcdef1!', 5],
    ['A1!', 3],
    ['пароль', 1],
  ])('of %j is %d', (password, score) => {
    expect(passwordScore(password)).toBe(score);
  });

  it('has five labels', () => {
    expect(passwordLabels).toEqual(['Very Weak', 'Weak', 'Fair', 'Good', 'Strong']);
  });

  it('may contain line breaks', () => {
    expect(NewPassword.safeParse('aaaa\nBBBB\n1111').success).toBe(true);
  });
});

describe('age', () => {
  it.each([
    ['2008-06-15', '2026-06-14T23:59:59.999Z', 17],
    ['2008-06-15', '2026-06-15T00:00:00.000Z', 18],
    ['2008-06-15', '2026-07-01T00:00:00.000Z', 18],
    ['2008-02-29', '2026-02-28T12:00:00.000Z', 17],
    ['2008-02-29', '2026-03-01T00:00:00.000Z', 18],
    ['2008-12-31', '2026-12-30T23:00:00.000Z', 17],
    ['2026-06-16', '2026-06-15T00:00:00.000Z', -1],
  ])('born on %s is, on %s, %d', (born, day, years) => {
    expect(ageOn(born, new Date(day))).toBe(years);
  });
});

describe('an e-mail address', () => {
  // A check whose work grows with the square of the length takes minutes here.
  it('is refused when very long, with work that does not grow with the square of its length', {
    timeout: 5_000,
  }, () => {
    expect(messages(SignIn, { email: `a@${'.'.repeat(400_000)}@`, password: 'secret' })).toEqual({
      email: 'Please enter a valid email',
    });
    expect(isEmail(`a@${'.'.repeat(400_000)}@`)).toBe(false);
  });
});
