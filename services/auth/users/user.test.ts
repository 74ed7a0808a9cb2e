/** The rules of accounts: who may register, which addresses are the same, who may sign in, and which data is shown. */
import { termsVersion } from '@fairline/proto/auth/fields';
import { UserRow, userRefusals } from '@fairline/proto/auth/users';
import { common, type Refusal } from '@fairline/proto/contract';
import { permissionsOf, sentPermissions } from '@fairline/proto/permissions';
import { describe, expect, it } from 'vitest';
import { operatorView } from '../staff/operator.ts';
import {
  ageClaim,
  bookOf,
  emailKey,
  mailboxKey,
  mayEnter,
  type Player,
  refuseCardNumbers,
  refuseUnderage,
  userRowView,
  userView,
} from './user.ts';

const now = new Date('2026-11-20T00:00:00Z');

function refusalOf(act: () => void): Refusal | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error as Refusal;
  }
}

describe('the age gate', () => {
  it.each([
    ['2008-11-20', true],
    ['2008-11-21', false],
    ['1990-01-01', true],
    ['2026-11-20', false],
    ['2030-01-01', false],
  ])('one born on %s may register on 20 November 2026: %s', (born, may) => {
    const refusal = refusalOf(() => refuseUnderage(born, now));
    expect(refusal === undefined).toBe(may);
    if (refusal)
      expect([refusal.code, refusal.message]).toEqual([
        userRefusals.underage.code,
        'You must be at least 18 years old',
      ]);
  });
});

describe('two addresses', () => {
  it.each([
    ['ada@example.com', 'ADA@Example.COM', true],
    ['ada@example.com', ' ada@example.com ', true],
    ['zoë@example.com', 'zoe\u0308@example.com', true],
    ['ada@example.com', 'ada@ＥＸample.com', true],
    ['ada@example.com', 'aｄa@example.com', true],
    ['susan@example.com', '\u017Fusan@example.com', true],
    ['ada@example.com', 'ada@example.com.', true],
    ['ada@example.com', '"ada"@example.com', true],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example', true],
    ['ada@bücher.example', 'ada@BU\u0308CHER.example', true],
    ['ada@example.com', 'ada@example.com/x', false],
    ['ada@example.com', '"ada x"@example.com', false],
    ['ada@example.com', 'ada+1@example.com', false],
    ['ada@example.com', 'ada@example.org', false],
  ])('%s and %s belong to one account: %s', (one, other, same) => {
    expect(emailKey(one) === emailKey(other)).toBe(same);
  });
});

describe('a mailbox', () => {
  it.each([
    ['one.person@example.com', 'oneperson@example.com', true],
    ['one.person+1@example.com', 'oneperson+2@example.com', true],
    ['One.Person+a+b@EXAMPLE.com', 'o.n.e.p.e.r.s.o.n@example.com', true],
    ['a@gmail.com', 'a+x@googlemail.com', true],
    ['a@example.com', 'a@example.org', false],
    ['ab@example.com', 'ac@example.com', false],
    ['+a@example.com', '+b@example.com', false],
  ])('of %s and of %s is the same: %j', (one, other, same) => {
    expect(mailboxKey(one) === mailboxKey(other)).toBe(same);
  });
});

describe('free text', () => {
  it('with a card number is refused, by field', () => {
    const refusal = refusalOf(() => refuseCardNumbers({ firstName: 'Ada', lastName: '4111 1111 1111 1111' }));
    expect(refusal?.code).toBe('card_number');
    expect(refusal?.errors).toEqual({ lastName: common.cardNumber.message });
  });

  it('with any other number is taken', () => {
    expect(refusalOf(() => refuseCardNumbers({ reason: 'ticket 4111111111111112, account 00001234' }))).toBeUndefined();
  });
});

const player: Player = {
  erased: false,
  id: '019aa1c8-7f00-7000-8000-000000000001',
  version: 3,
  language: 'en',
  termsVersion,
  twoFactor: false,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'GB',
  jurisdiction: 'gb',
  dateOfBirth: '2002-02-28',
  currency: 'USD',
  level: 'unverified',
  status: 'active',
  demo: false,
  emailVerifiedAt: null,
  permitVersion: 1,
  boundVersion: 1,
  createdAt: now,
  lastLoginAt: null,
};

it.each([
  ['a day before their birthday', '2001-11-21', { under25Until: '2026-11-21' }],
  ['on their birthday', '2001-11-20', {}],
  ['at eighteen', '2008-01-01', { under25Until: '2033-01-01' }],
  ['born on 29 February', '2004-02-29', { under25Until: '2029-03-01' }],
  ['whose date of birth is unknown', null, { under25Until: '9999-12-31' }],
])('a player under gb carries the day they turn 25: %s', (_, dateOfBirth, claim) => {
  expect(ageClaim({ jurisdiction: 'gb', dateOfBirth }, now)).toEqual(claim);
  expect(ageClaim({ jurisdiction: 'open', dateOfBirth }, now)).toEqual({});
});

describe('an account', () => {
  it('marked demo exists in demo mode only, and plays with play money', () => {
    expect([mayEnter({ demo: true }, true), mayEnter({ demo: true }, false), mayEnter({ demo: false }, false)]).toEqual(
      [true, false, true],
    );
    expect([bookOf({ demo: true }), bookOf({ demo: false })]).toEqual(['play', 'real']);
  });

  it('is shown as the contract says', () => {
    expect(userView(player)).toEqual({
      id: player.id,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      country: 'GB',
      currency: 'USD',
      isVerified: false,
      emailVerified: false,
      status: 'active',
      createdAt: '2026-11-20T00:00:00.000Z',
      lastLoginAt: null,
      termsAccepted: true,
    });
    expect(userView({ ...player, level: 'verified', emailVerifiedAt: now, lastLoginAt: now })).toMatchObject({
      isVerified: true,
      emailVerified: true,
      lastLoginAt: '2026-11-20T00:00:00.000Z',
    });
    expect(UserRow.parse(userRowView({ ...player, demo: true, duplicates: 0, riskLevel: 'low' })).demo).toBe(true);
  });

  it('of an operator carries what their role permits', () => {
    const staff = {
      id: player.id,
      version: 1,
      email: 'f@example.com',
      firstName: 'F',
      lastName: 'F',
      role: 'finance',
      active: true,
      createdAt: now,
      demo: false,
      lastLoginAt: now,
      activatedAt: now,
      invitedBy: null,
      resetBy: null,
      resetAt: null,
      raisedBy: null,
      raisedAt: null,
    } as const;
    expect(operatorView(staff)).toMatchObject({
      role: 'finance',
      permissions: sentPermissions(permissionsOf('finance')),
      lastLoginAt: '2026-11-20T00:00:00.000Z',
    });
  });
});
