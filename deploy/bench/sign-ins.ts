/** Whether sign-ins, whose password hashes take much CPU time, slow down signed-in players: /session at a constant rate, without and with 20 sign-ins a second. */
import { randomUUID } from 'node:crypto';
import { startPlatform } from '../local/platform/platform.ts';
import type { Bench } from './row.ts';
import { openCallers } from './workers/arrivals.ts';

const seconds = 8;
const sessionRate = 50;
const signInRate = 20;
const password = 'Correct-horse-1';

export const signIns: Bench = {
  title: 'session under sign-ins',
  async run(log) {
    const platform = await startPlatform({
      temporary: true,
      demo: true,
      processes: ['auth', 'wallet', 'gateway'],
      logLevel: 'warn',
      log,
    });
    const [readers, comers] = [await openCallers(), await openCallers()];
    try {
      const people = [];
      for (let at = 0; at < 10; at++) people.push(await register(platform.url));
      const sessions = people.map(({ token }) => ({
        method: 'GET' as const,
        path: '/api/auth/session',
        headers: { authorization: `Bearer ${token}` },
      }));
      const entries = people.map(({ email }) => ({
        method: 'POST' as const,
        path: '/api/auth/login',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      }));
      const read = () =>
        readers.run({ origin: platform.url, calls: sessions, rate: sessionRate, seconds, status: 200 });
      await read();
      const alone = await read();
      const [under, entered] = await Promise.all([
        read(),
        comers.run({ origin: platform.url, calls: entries, rate: signInRate, seconds, status: 200 }),
      ]);
      const others = { ...alone.others, ...under.others, ...entered.others };
      if (Object.keys(others).length > 0) throw new Error(`not every call was answered: ${JSON.stringify(others)}`);
      log(
        `/session p99 ${alone.p99Ms.toFixed(1)} ms alone, ${under.p99Ms.toFixed(1)} ms under ${entered.rate.toFixed(0)} sign-ins a second (p99 ${entered.p99Ms.toFixed(0)} ms)`,
      );
      const ratio = under.p99Ms / alone.p99Ms;
      return [
        {
          name: 'session p99 under 20 sign-ins a second',
          value: under.p99Ms,
          unit: 'ms',
          yardstick: 'without sign-ins',
          ratio,
        },
      ];
    } finally {
      readers.end();
      comers.end();
      await platform.stop();
    }
  },
};

async function register(url: string): Promise<{ email: string; token: string }> {
  const email = `${randomUUID()}@example.com`;
  const body = JSON.stringify({
    email,
    password,
    firstName: 'Bench',
    lastName: 'Player',
    country: 'DE',
    dateOfBirth: '1990-01-01',
    acceptTerms: true,
  });
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (!response.ok) throw new Error(`a player could not register: ${response.status} ${await response.text()}`);
  return { email, token: ((await response.json()) as { accessToken: string }).accessToken };
}
