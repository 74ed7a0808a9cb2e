/**
 * `make up`: starts the platform and returns when it is ready, with its address and what to try.
 * `make dev` (--dev) stays in the foreground instead: services restart when their files change, and the web app comes from Vite.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { roleNames } from '@fairline/proto/permissions';
import { command } from './installation/obstacle.ts';
import { type Profile, profileFromEnvironment, root } from './installation/profile.ts';
import { type Platform, runningPlatform, startPlatform } from './platform/platform.ts';

const viteUrl = 'http://localhost:5173';
const following = process.argv.includes('--dev');
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());

await command(async () => {
  const env = following ? { PUBLIC_URL: viteUrl, ...process.env } : process.env;
  const profile = profileFromEnvironment(env);
  const running = runningPlatform(profile.dataDir);
  if (running) {
    console.log(
      `Fairline is already up at ${running.profile.publicUrl}. \`make down\` stops it, \`make logs\` shows what it does.`,
    );
    return;
  }
  const startedAt = Date.now();
  const platform = await startPlatform(
    { ...profile, following, inspected: process.env.INSPECT, log: (line) => console.log(`  ${line}`) },
    interrupted.signal,
  );
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  if (following) return follow(platform);
  await platform.leave();
  console.log(welcome(platform.profile, `Fairline is up after ${seconds} s: ${platform.profile.publicUrl}`));
});

/** The text after a start. The demo sign-ins are public, so they are shown; without demo mode there are none. */
function welcome({ publicUrl, demo, dataDir }: Profile, headline: string): string {
  const operators = ['finance', ...roleNames.filter((role) => role !== 'finance')].map(
    (role) => `${role}@fairline.example`,
  );
  const signIn = demo
    ? [
        `  Play      ${publicUrl}/  as demo@fairline.example, or register`,
        `  Operate   ${publicUrl}/admin  as ${operators[0]} (also ${operators
          .slice(1)
          .map((address) => address.split('@')[0])
          .join(', ')})`,
        '            second operators: super_admin2, finance2, trader2',
        '  Password  Fairline-demo-1 for all of them',
        `  Mail      ${publicUrl}/api/dev/mailbox?to=<address> shows what was sent`,
        '',
        'Try: register, submit a manual deposit, approve it as finance, bet on a live fixture and watch it settle when its match ends (six to nine minutes a match).',
      ]
    : ['  Make the first operator: npm run operator:create'];
  return [
    '',
    headline,
    '',
    ...signIn,
    `API reference: ${publicUrl}/api/docs. Also: make logs, make integrity, make down (the data stays in ${dataDir}).`,
  ].join('\n');
}

async function follow(platform: Platform): Promise<void> {
  const vite: ChildProcess = spawn(
    'npm',
    ['run', 'dev', '-w', 'web', '--', '--port', new URL(viteUrl).port, '--strictPort'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, GATEWAY_URL: platform.url },
    },
  );
  console.log(
    welcome(platform.profile, `Fairline is up for development: ${platform.profile.publicUrl} (Ctrl-C stops it)`),
  );
  await Promise.race([once(vite, 'exit'), once(interrupted.signal, 'abort')]);
  vite.kill();
  console.log('Stopping');
  await platform.stop();
}
