/** The accounts of demo mode: one player with play money and an operator of each role, with a public password. Made once, at start, in demo mode only. */

import { type AuthSettings, authRefusals, termsVersion } from '@fairline/proto/auth';
import { defaultPreferences } from '@fairline/proto/auth/account';
import { Refusal } from '@fairline/proto/contract';
import { jurisdictionOf } from '@fairline/proto/countries';
import { type Role, roleNames } from '@fairline/proto/permissions';
import { sayRegistered } from './commands.ts';
import type { Auth } from './config.ts';
import * as store from './store.ts';
import * as staffStore from './store-staff.ts';

const password = 'Fairline-demo-1';
const playerEmail = 'demo@fairline.example';
const operatorEmail = (role: Role) => `${role}@fairline.example`;
const titles: Record<Role, string> = {
  super_admin: 'Super Admin',
  finance: 'Finance',
  trader: 'Trader',
  games: 'Games',
  compliance: 'Compliance',
  support: 'Support',
  auditor: 'Auditor',
};

/** What the sign-in pages may offer. */
export function settings({ demo, welcomeBonusMinor }: Auth): AuthSettings {
  const terms = { demo, termsVersion, welcomeBonusMinor };
  if (!demo) return { ...terms, demoPlayer: null, demoOperators: [] };
  return {
    ...terms,
    demoPlayer: { email: playerEmail, password },
    demoOperators: roleNames.map((role) => ({ email: operatorEmail(role), password, role })),
  };
}

/** What is there already stays as it is; two instances that start at once make each account once. */
export async function seedDemo(room: Auth): Promise<void> {
  await seedPlayer(room);
  for (const role of roleNames) await seedOperator(room, role);
}

async function seedPlayer(room: Auth): Promise<void> {
  if (await store.playerByEmail(room.db, playerEmail)) return;
  const now = room.clock.now();
  const passwordHash = await room.passwords.hash(password);
  const player: store.NewPlayer = {
    email: playerEmail,
    firstName: 'Demo',
    lastName: 'Player',
    country: 'US',
    jurisdiction: jurisdictionOf('US', room.jurisdiction),
    level: 'verified',
    demo: true,
    emailVerifiedAt: now,
    passwordHash,
    dateOfBirth: '1990-01-01',
    // Shared by every visitor of a demo: nobody's double.
    personKey: 'demo player',
    termsVersion,
    marketingOptIn: false,
    language: defaultPreferences.language,
    timezone: defaultPreferences.timezone,
    createdAt: now,
  };
  await room.db
    .tx(async (tx) => sayRegistered(tx, await store.insertPlayer(tx, player)))
    .catch((error: unknown) => {
      if (!(error instanceof Refusal && error.is(authRefusals.emailTaken))) throw error;
    });
}

async function seedOperator(room: Auth, role: Role): Promise<void> {
  const email = operatorEmail(role);
  if (await staffStore.operatorByEmail(room.db, email)) return;
  const passwordHash = await room.passwords.hash(password);
  await staffStore.insertOperator(room.db, { email, firstName: 'Demo', lastName: titles[role], role, demo: true, passwordHash, createdAt: room.clock.now() });
}
