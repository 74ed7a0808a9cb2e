/**
 * The people who make the calls: players who sign up before the load begins, and demo operators. Their tokens are renewed before they expire.
 * Also reads the offer they bet on.
 */
import { sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';
import { baseUrl, call, paramsOf } from './calls.ts';

const password = 'Correct-horse-1';
const operatorPassword = 'Fairline-demo-1';
const signUpsAtOnce = 8;
/** Tokens are renewed after this time; an access token is valid for 15 minutes. */
const renewAfterMs = 10 * 60_000;
const waitsForBalance = 40;

export interface Selection {
  readonly id: string;
  readonly oddsMilli: number;
}

interface Person {
  readonly email: string;
  readonly token: string;
}

/** The data that setup gives every caller. */
export interface Ground {
  readonly startedAtMs: number;
  readonly players: readonly Person[];
  readonly operators: Readonly<Record<OperatorRole, Person>>;
  readonly selections: readonly Selection[];
  readonly fixtureIds: readonly string[];
}

export type OperatorRole = 'finance' | 'super_admin';

export function prepare(count: number): Ground {
  const players: Person[] = [];
  while (players.length < count) players.push(...signUp(Math.min(signUpsAtOnce, count - players.length)));
  waitForBalance(players[players.length - 1] as Person);
  const operator = (role: OperatorRole): Person => ({
    email: `${role}@fairline.example`,
    token: signIn('/api/admin/auth/login', `${role}@fairline.example`, operatorPassword),
  });
  return {
    startedAtMs: Date.now(),
    players,
    operators: { finance: operator('finance'), super_admin: operator('super_admin') },
    ...readOffer(),
  };
}

/** The token of the player of this caller. If there are more callers than players, several share one. */
export function player({ players, startedAtMs }: Ground): string {
  const person = players[(exec.vu.idInTest - 1) % players.length] as Person;
  return current(person, startedAtMs, '/api/auth/login', password);
}

export const operator = ({ operators, startedAtMs }: Ground, role: OperatorRole): string =>
  current(operators[role], startedAtMs, '/api/admin/auth/login', operatorPassword);

/** The form of a new player. The last name is unique, because a namesake with the same date of birth would raise an alert each time. */
export function newcomer() {
  const name = crypto
    .randomUUID()
    .replaceAll('-', '')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string);
  return {
    email: `${crypto.randomUUID()}@example.com`,
    password,
    firstName: 'Load',
    lastName: `L${name}`,
    country: 'DE',
    dateOfBirth: '1990-01-01',
    acceptTerms: true,
  };
}

/** Reads selections of the fixtures that start last, so that they stay on offer, and the ids of all upcoming fixtures. */
export function readOffer(): Pick<Ground, 'selections' | 'fixtureIds'> {
  interface Fixture {
    readonly id: string;
    readonly status: string;
    readonly startsAt: string;
    readonly markets: readonly {
      readonly status: string;
      readonly selections: readonly (Selection & { readonly status: string })[];
    }[];
  }
  const items = call<{ items: Fixture[] }>('GET', '/api/betting/fixtures?live=false')?.items ?? [];
  const fixtures = items
    .filter(({ status }) => status === 'upcoming')
    .sort((one, other) => (one.startsAt < other.startsAt ? 1 : -1));
  const selections = fixtures
    .slice(0, Math.ceil(fixtures.length / 2))
    .flatMap(({ markets }) =>
      markets
        .filter(({ status }) => status === 'active')
        .flatMap((market) => market.selections.filter(({ status }) => status === 'active')),
    );
  return {
    fixtureIds: fixtures.map(({ id }) => id),
    selections: selections.slice(0, 300).map(({ id, oddsMilli }) => ({ id, oddsMilli })),
  };
}

function signUp(count: number): Person[] {
  const path = '/api/auth/register';
  const bodies = Array.from({ length: count }, newcomer);
  const responses = http.batch(
    bodies.map((body) => ['POST', baseUrl + path, JSON.stringify(body), paramsOf(path, { body })]),
  );
  return responses.map((response, at) => {
    if (response.status !== 201)
      throw new Error(`a player could not sign up: ${response.status} ${response.error || response.body}`);
    return {
      email: bodies[at]?.email ?? '',
      token: (response.json() as unknown as Person & { accessToken: string }).accessToken,
    };
  });
}

/** Waits for the welcome bonus, which is paid shortly after the sign-up. Without one, bets are refused, and the report shows this. */
function waitForBalance({ token }: Person): void {
  for (let waits = 0; waits < waitsForBalance; waits++) {
    if ((call<{ totalMinor: number }>('GET', '/api/wallet', { token })?.totalMinor ?? 0) > 0) return;
    sleep(0.25);
  }
}

function signIn(path: string, email: string, secret: string): string {
  const token = call<{ accessToken: string }>('POST', path, { body: { email, password: secret } })?.accessToken;
  if (!token) throw new Error(`${email} could not sign in`);
  return token;
}

/** Renewed tokens of this caller, by email address. */
const renewed = new Map<string, { readonly token: string; readonly atMs: number }>();

function current({ email, token }: Person, startedAtMs: number, path: string, secret: string): string {
  const held = renewed.get(email) ?? { token, atMs: startedAtMs };
  if (Date.now() - held.atMs < renewAfterMs) return held.token;
  const fresh = { token: signIn(path, email, secret), atMs: Date.now() };
  renewed.set(email, fresh);
  return fresh.token;
}
