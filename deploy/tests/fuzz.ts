/**
 * `make fuzz`: schemathesis reads the OpenAPI document and sends valid and invalid calls to a platform of its own, as a player and as a super admin.
 * Exits with 1 on a 5xx, on an answer that does not match the document, or on a call that was accepted without a sign-in.
 * Usage: node deploy/tests/fuzz.ts [seconds per pass] [seed]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { command, Obstacle } from '../local/installation/obstacle.ts';
import { startPlatform } from '../local/platform/platform.ts';
import { findProgram, schemathesis } from '../local/servers/programs.ts';
import { Client } from './client.ts';

interface Pass {
  readonly title: string;
  readonly as: 'player' | 'operator';
  readonly filter: readonly string[];
}

/** Routes that run last, because they end the session of the fuzzer or close its account. */
const last = {
  player: ['auth.logout', 'auth.close', 'auth.endSession', 'risk.exclude'],
  operator: ['auth.operatorLogout', 'auth.endOwnSession', 'auth.changeOperator', 'auth.reinvite'],
} as const;

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
  'ignored_auth',
];
const casesPerOperation = 25;
/** Shorter than an access token lasts. */
const longestSeconds = 780;

const named = (option: string, ids: readonly string[]) => ids.flatMap((id) => [option, id]);

const passes: readonly Pass[] = [
  {
    title: 'as a player',
    as: 'player',
    // A stream does not end, and the mailbox of demo mode is not part of the API.
    filter: ['--exclude-path-regex', '^/api/(admin|stream|dev)', ...named('--exclude-operation-id', last.player)],
  },
  {
    title: 'as an operator',
    as: 'operator',
    filter: ['--include-path-regex', '^/api/admin', ...named('--exclude-operation-id', last.operator)],
  },
  { title: 'as a player at the door of the operators', as: 'player', filter: ['--include-path-regex', '^/api/admin'] },
  { title: 'what ends a session, as a player', as: 'player', filter: named('--include-operation-id', last.player) },
  {
    title: 'what ends a session, as an operator',
    as: 'operator',
    filter: named('--include-operation-id', last.operator),
  },
];

await command(async () => {
  const seconds = Number(process.argv[2] ?? 300);
  const seed = Number(process.argv[3] ?? 1);
  if (!(seconds >= 1 && seconds <= longestSeconds)) throw new Obstacle(`A pass takes 1 to ${longestSeconds} seconds.`);
  const log = (line: string) => console.log(`  ${line}`);
  const program = await findProgram(schemathesis, log);
  const platform = await startPlatform({
    temporary: true,
    demo: true,
    logLevel: 'warn',
    environment: { WELCOME_BONUS_MINOR: '100000000' },
    log,
  });
  try {
    const client = new Client(platform.url);
    const failed: string[] = [];
    for (const pass of passes) {
      console.log(`\n── ${pass.title}`);
      const token = pass.as === 'player' ? (await client.register()).token : await client.operator('super_admin');
      if ((await fuzz(program.path, platform.url, token, { seconds, seed, filter: pass.filter })) !== 0)
        failed.push(pass.title);
    }
    console.log(
      failed.length === 0 ? '\n✓ Every answer was as documented' : `\n✗ Not as documented: ${failed.join('; ')}`,
    );
    if (failed.length > 0) process.exitCode = 1;
  } finally {
    await platform.stop();
  }
});

interface Settings {
  readonly seconds: number;
  readonly seed: number;
  readonly filter: readonly string[];
}

async function fuzz(
  program: string,
  url: string,
  token: string,
  { seconds, seed, filter }: Settings,
): Promise<number | null> {
  const settings = {
    '--header': `Authorization: Bearer ${token}`,
    '--phases': 'examples,coverage,fuzzing',
    '--checks': checks.join(','),
    '--max-examples': String(casesPerOperation),
    '--max-time': String(seconds),
    '--seed': String(seed),
    // With more threads, the Python of Debian 12 sometimes crashes.
    '--workers': '1',
    '--request-timeout': '15',
    // Made-up ids are not found, and rules refuse more than a schema can express; both are documented refusals.
    '--warnings': 'off',
  };
  const args = [
    'run',
    `${url}/api/openapi.json`,
    '--continue-on-failure',
    '--no-color',
    ...Object.entries(settings).flat(),
    ...filter,
  ];
  const child = spawn(program, args, { cwd: tmpdir(), stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
