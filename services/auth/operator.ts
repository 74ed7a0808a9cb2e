/**
 * Creates an operator from the command line and prints the one-time link by which they set password and authenticator:
 * `npm run operator:create -- --email ada@example.com --first Ada --last Lovelace --role super_admin`. For an existing operator it prints a new link.
 * It reads DATABASE_URL (auth's own database) and PUBLIC_URL from the environment; the npm script sets those of the running platform.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '@fairline/chassis/process/config';
import { createLog } from '@fairline/chassis/process/log';
import { requireMigrated } from '@fairline/chassis/storage/migrations';
import { Database } from '@fairline/chassis/storage/postgres';
import { OperatorInvitation } from '@fairline/proto/auth/staff';
import { roleNames } from '@fairline/proto/permissions';
import { inviteOperator } from './staff/invitations.ts';
import { activationUrl } from './staff/links.ts';

const usage = `Usage: npm run operator:create -- --email <address> --first <name> --last <name> --role <${roleNames.join('|')}>`;

async function create(): Promise<string> {
  const config = readConfig('auth', process.env, {});
  if (!config.DATABASE_URL) throw new Error('DATABASE_URL of auth is not set');
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      first: { type: 'string' },
      last: { type: 'string' },
      role: { type: 'string' },
    },
  });
  const invitation = OperatorInvitation.safeParse({
    email: values.email,
    firstName: values.first,
    lastName: values.last,
    role: values.role,
  });
  if (!invitation.success)
    throw new Error(`${[...new Set(invitation.error.issues.map(({ message }) => message))].join('\n')}\n${usage}`);
  const log = createLog('auth', 'warn');
  const db = new Database(config.DATABASE_URL, log, 1);
  try {
    await requireMigrated(db.pool, 'auth', import.meta.url);
    const { token, role, known } = await inviteOperator(db, invitation.data, new Date());
    const link = activationUrl(config.PUBLIC_URL, token);
    return `${known ? `Known already, as ${role}. A new link` : `Made, as ${role}. The link`}, good once and for 24 hours:\n${link}`;
  } finally {
    await db.close();
  }
}

if (import.meta.main) {
  try {
    console.log(await create());
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
