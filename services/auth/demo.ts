/** The accounts of demo mode: one player with play money, an operator of each role and a second one for roles with two-operator decisions, with public passwords. Created once, at start, in demo mode only. */

import { defaultPreferences } from '@fairline/proto/auth/account';
import { termsVersion } from '@fairline/proto/auth/fields';
import type { AuthSettings } from '@fairline/proto/auth/sessions';
import { userRefusals } from '@fairline/proto/auth/users';
import { Refusal } from '@fairline/proto/contract';
import { jurisdictionOf } from '@fairline/proto/countries';
import { type Role, roleNames } from '@fairline/proto/permissions';
import type { AccountContext } from './account/context.ts';
import { publishRegistered } from './account/registration.ts';
import { insertOperator, readOperatorByEmail } from './staff/store.ts';
import { insertPlayer, type NewPlayer, readPlayerByEmail } from './users/store.ts';

const password = 'Fairline-demo-1';
const playerEmail = 'demo@fairline.example';
const titles: Record<Role, string> = {
  super_admin: 'Super Admin',
  finance: 'Finance',
  trader: 'Trader',
  games: 'Games',
  compliance: 'Compliance',
  support: 'Support',
  auditor: 'Auditor',
};

interface DemoOperator {
  email: string;
  role: Role;
  second: boolean;
}

/** The roles whose decisions may need two operators. */
const secondRoles: readonly Role[] = ['super_admin', 'finance', 'trader'];

const demoOperators: readonly DemoOperator[] = [
  ...roleNames.map((role) => ({ email: `${role}@fairline.example`, role, second: false })),
  ...secondRoles.map((role) => ({ email: `${role}2@fairline.example`, role, second: true })),
];

/** Settings of the sign-in pages. */
export function signInSettings({ demo, welcomeBonusMinor }: AccountContext): AuthSettings {
  const terms = { demo, termsVersion, welcomeBonusMinor };
  if (!demo) return { ...terms, demoPlayer: null, demoOperators: [] };
  return {
    ...terms,
    demoPlayer: { email: playerEmail, password },
    demoOperators: demoOperators.map((operator) => ({ ...operator, password })),
  };
}

/** Existing accounts stay as they are; two instances that start at once create each account once. */
export async function seedDemo(ctx: AccountContext): Promise<void> {
  await seedPlayer(ctx);
  for (const operator of demoOperators) await seedOperator(ctx, operator);
}

async function seedPlayer(ctx: AccountContext): Promise<void> {
  if (await readPlayerByEmail(ctx.db, playerEmail)) return;
  const now = ctx.clock.now();
  const passwordHash = await ctx.passwords.hash(password);
  const player: NewPlayer = {
    email: playerEmail,
    firstName: 'Demo',
    lastName: 'Player',
    country: 'US',
    jurisdiction: jurisdictionOf('US', ctx.jurisdiction),
    level: 'verified',
    demo: true,
    emailVerifiedAt: now,
    passwordHash,
    dateOfBirth: '1990-01-01',
    // All visitors of a demo share it, so it is never a duplicate of another account.
    personKey: 'demo player',
    termsVersion,
    marketingOptIn: false,
    language: defaultPreferences.language,
    timezone: defaultPreferences.timezone,
    createdAt: now,
  };
  await ctx.db
    .tx(async (tx) => publishRegistered(tx, await insertPlayer(tx, player)))
    .catch((error: unknown) => {
      if (!(error instanceof Refusal && error.is(userRefusals.emailTaken))) throw error;
    });
}

async function seedOperator(ctx: AccountContext, { email, role, second }: DemoOperator): Promise<void> {
  if (await readOperatorByEmail(ctx.db, email)) return;
  const passwordHash = await ctx.passwords.hash(password);
  await insertOperator(ctx.db, {
    email,
    firstName: 'Demo',
    lastName: second ? `${titles[role]} Two` : titles[role],
    role,
    demo: true,
    passwordHash,
    invitedBy: null,
    createdAt: ctx.clock.now(),
  });
}
