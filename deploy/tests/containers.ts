/**
 * `make test-containers`: builds the images, starts the whole platform with `docker compose`, and tests it in containers.
 * A player registers, deposits, bets and is paid; then every container is killed once while bets are placed, and wallet, betting and the gateway are scaled
 * to two. In the end every bet is decided, every balance follows from its bets, the books and the audit log are proven, every process was confined,
 * Docker showed no secret, and no server refused a right. It needs a Docker daemon with Compose; without a registry, run deploy/docker/images-without-registry.sh first.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bet } from '@fairline/proto/betting/bets';
import type { SystemHealth } from '@fairline/proto/gateway';
import type { FixtureViewers } from '@fairline/proto/live/stream';
import type { Payment } from '@fairline/proto/wallet/payments';
import { parse } from 'yaml';
import { command, Obstacle } from '../local/installation/obstacle.ts';
import { freePorts } from '../local/installation/ports.ts';
import { root } from '../local/installation/profile.ts';
import { ProgramFailed, run } from '../local/installation/shell.ts';
import {
  Client,
  eventually,
  expectedTotalMinor,
  isDecided,
  isHoursAhead,
  openMarkets,
  single,
  type TestPlayer,
} from './client.ts';
import {
  assertConfined,
  assertNothingRefused,
  assertSecretsHidden,
  assertThat,
  type Compose,
  containersOf,
} from './container-checks.ts';
import { liveItems } from './live-items.ts';

const project = 'fairline-test';
const players = 10;
const stakeMinor = 100;
const welcomeMinor = 10_000;
const depositMinor = 5_000;
const betEveryMs = 150;
/** Pause between kills, after the killed container is healthy again. */
const betweenKillsMs = 2_000;
const healthyWithinSeconds = 240;
const settledWithinMs = 420_000;
const scaled = ['wallet', 'betting', 'gateway'];
/** Players that watch one fixture. */
const watchers = 4;

interface Placed {
  readonly player: TestPlayer;
  readonly key: string;
  readonly body: Record<string, unknown>;
  bet?: Bet;
}

const startedAt = Date.now();
const report = (line: string) => console.log(`${((Date.now() - startedAt) / 1_000).toFixed(0).padStart(5)} s  ${line}`);

await command(async () => {
  const answers = run('docker', ['compose', 'version']).then(() => run('docker', ['version']));
  await answers.catch((error: Error) => {
    throw new Obstacle(
      `No Docker with Compose answers (${error.message}): start one, or run \`make test\`, which needs none.`,
    );
  });
  const [gatewayPort = 0, pspPort = 0] = await freePorts(2);
  const ports = { GATEWAY_HOST: '127.0.0.1', GATEWAY_PORT: String(gatewayPort), PSP_PORT: String(pspPort) };
  const env = { ...process.env, ...ports, FAIRLINE_DEMO: '1', COMPOSE_PROFILES: 'demo', OUTER_PROXY: '' };
  const files = ['-f', 'docker-compose.yml', '-f', 'deploy/docker/containers-test.yml'];
  const compose = (...args: string[]) =>
    run('docker', ['compose', '-p', project, ...files, ...args], { cwd: root, env });
  await compose('down', '--volumes', '--timeout', '2');
  try {
    await compose('build', '--quiet');
    const images = await builtImages(compose);
    report(`images are built: ${await sizes(images)}`);
    await bringUp(compose);
    report('every container is healthy');
    await assertConfined(compose);
    await assertSecretsHidden(compose, images);
    report('every process is confined, and Docker shows no secret');
    await prove(compose, new Client(`http://127.0.0.1:${gatewayPort}`));
  } catch (error) {
    console.log(await compose('ps', '--all'));
    console.log(await compose('logs', '--tail', '10'));
    throw error instanceof ProgramFailed ? new Obstacle(error.message) : error;
  } finally {
    await compose('down', '--volumes', '--timeout', '2');
  }
  report('passed');
});

function bringUp(compose: Compose, ...scales: string[]): Promise<string> {
  return compose(
    'up',
    '--detach',
    '--no-build',
    '--no-recreate',
    '--wait',
    '--wait-timeout',
    String(healthyWithinSeconds),
    ...scales,
  );
}

async function prove(compose: Compose, client: Client): Promise<void> {
  const bettors = await Promise.all(Array.from({ length: players }, () => client.register()));
  await Promise.all(bettors.map(({ token }) => totalBecomes(client, token, welcomeMinor)));
  const finance = await client.operator('finance');
  for (const { token } of bettors)
    await client.approve(finance, ((await client.deposit(token, depositMinor)) satisfies Payment).id);
  await Promise.all(bettors.map(({ token }) => totalBecomes(client, token, welcomeMinor + depositMinor)));
  report(`${players} players registered and deposited`);

  await refusesForgedAddress(client, bettors[0] as TestPlayer);
  await storesAccount(client, bettors[0] as TestPlayer);
  await servesWithoutNats(compose, client);

  const placed: Placed[] = [];
  const stop = new AbortController();
  const placing = placeBets(client, bettors, placed, stop.signal);
  const takes = async (when: string) => {
    const before = placed.length;
    await eventually(
      async () => placed.slice(before).filter(({ bet }) => bet).length,
      (taken) => taken >= players,
      60_000,
    );
    report(`bets are taken ${when}`);
  };
  try {
    await takes('before the kills');
    await killEach(compose);
    await takes('after the kills');
    await bringUp(compose, ...scaled.flatMap((name) => ['--scale', `${name}=2`]));
    report(`${scaled.join(', ')} run twice`);
    await countsViewers(compose, client, bettors.slice(0, watchers));
    await killEach(compose, scaled);
    await takes('after the kills of what runs twice');
  } finally {
    stop.abort();
  }
  await placing;
  report(`${placed.length} bets have their outcome, ${placed.filter(({ bet }) => bet).length} were taken`);

  for (const player of bettors) {
    const bets = await eventually(
      () => client.bets(player.token),
      (all) => all.every(isDecided),
      settledWithinMs,
    );
    const taken = placed.filter((one) => one.player === player && one.bet).map(({ bet }) => bet?.id);
    assertThat(
      bets.length === new Set(taken).size && bets.every(({ id }) => taken.includes(id)),
      `${player.email} has ${bets.length} bets, and placed ${taken.length}`,
    );
    await totalBecomes(client, player.token, expectedTotalMinor(welcomeMinor + depositMinor, bets));
  }
  report('every bet is decided, and every balance follows from its bets');

  const node = (service: string, script: string) =>
    compose('exec', '-T', '--index', '1', service, 'node', '--env-file=/run/fairline/environment', script);
  for (const [service, script] of [
    ['wallet', 'services/wallet/books/integrity.ts'],
    ['casino', 'services/casino/agreement/integrity.ts'],
    ['risk', 'services/risk/audit/verify.ts'],
  ] as const)
    console.log((await node(service, script)).trimEnd());

  const health = await client.expect<SystemHealth>(200, 'GET', '/api/admin/system/health', {
    token: await client.operator('super_admin'),
  });
  assertThat(
    health.state === 'up' && health.uptime !== undefined,
    `the health of the platform is ${JSON.stringify(health)}`,
  );
  await assertNothingRefused(compose);
  report('the platform finds every part up, and no server refused a right');
}

/** A saved destination, the history of sign-ins and the challenge of a passkey are stored and read. */
async function storesAccount(client: Client, player: TestPlayer): Promise<void> {
  const { token } = player;
  const destination = { method: 'bank_transfer', destination: 'IE29 AIBK 9311 5212 3456 78', label: 'Household' };
  const saved = await client.expect<{ id: string }>(200, 'PUT', '/api/wallet/destinations', {
    token,
    body: destination,
  });
  const { items } = await client.expect<{ items: { id: string }[] }>(200, 'GET', '/api/wallet/destinations', { token });
  assertThat(items.length === 1 && items[0]?.id === saved.id, `the saved destinations are ${JSON.stringify(items)}`);
  const signIns = await client.expect<{ items: object[] }>(200, 'GET', '/api/auth/sign-ins', { token });
  assertThat(signIns.items.length > 0, 'the history of sign-ins is empty');
  await client.confirmEmail(player);
  await client.expect(200, 'POST', '/api/auth/passkeys/begin', { token, body: { password: player.password } });
  await client.expect(200, 'POST', '/api/auth/passkeys/question');
  report('a saved destination, the history of sign-ins and the challenge of a passkey are stored');
}

/** Each stream of a fixture receives the number of all, although they are spread over the gateways, which know each other's by Redis alone. */
async function countsViewers(compose: Compose, client: Client, viewers: readonly TestPlayer[]): Promise<void> {
  const fixture = (await client.fixtures()).items.find(isHoursAhead);
  assertThat(fixture !== undefined, 'no fixture is hours ahead');
  const closing = new AbortController();
  const counts = viewers.map(() => 0);
  const read = async ({ token }: TestPlayer, at: number) => {
    const url = `${client.url}/api/stream?fixtures=${fixture?.id}`;
    for await (const counted of liveItems<FixtureViewers>(url, token, 'viewers', closing.signal))
      counts[at] = counted.viewers;
  };
  const streams = viewers.map((viewer, at) => read(viewer, at).catch(() => undefined));
  try {
    await eventually(
      async () => counts,
      (seen) => seen.every((count) => count === viewers.length),
      60_000,
    );
    const open = await Promise.all([1, 2].map((index) => openStreams(compose, index)));
    assertThat(
      open.every((count) => count > 0),
      `the gateways have ${open.join(' and ')} streams`,
    );
    report(`${viewers.length} viewers of a fixture are counted over two gateways, which have ${open.join(' and ')}`);
  } finally {
    closing.abort();
    await Promise.all(streams);
  }
}

/** By the metrics of one gateway. */
async function openStreams(compose: Compose, index: number): Promise<number> {
  const script =
    "fetch('http://127.0.0.1:' + process.env.INTERNAL_PORT + '/metrics').then(async (answer) => console.log(await answer.text()))";
  const metrics = await compose('exec', '-T', '--index', String(index), 'gateway', 'node', '-e', script);
  return Number(/^fairline_streams_open(?:\{.*\})? (\d+)$/m.exec(metrics)?.[1] ?? 0);
}

/** Checks that callers cannot choose the address that is stored and rate-limited for them. */
async function refusesForgedAddress(client: Client, { email, password, token }: TestPlayer): Promise<void> {
  const forged = '203.0.113.7';
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forged };
  const { status } = await fetch(`${client.url}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  });
  assertThat(status === 200, `a sign-in was answered ${status}`);
  const sessions = JSON.stringify(await client.expect(200, 'GET', '/api/auth/sessions', { token }));
  assertThat(!sessions.includes(forged), `a forged address was kept: ${sessions}`);
  report('a forged X-Forwarded-For is not believed');
}

/** Checks that without NATS no gateway is ready, but pages and public reads are served. */
async function servesWithoutNats(compose: Compose, client: Client): Promise<void> {
  await compose('stop', 'nats');
  for (const path of ['/', '/api/betting/sports']) {
    const look = async () => (await fetch(client.url + path)).status;
    for (let times = 0; times < 6; times++, await pause(1_000)) {
      const status = await look();
      assertThat(status === 200, `${path} was answered ${status} while NATS was down`);
    }
  }
  await bringUp(compose);
  report('pages and open reads were served while NATS was down');
}

/** Kills the containers one after the other and starts each again, as an operator would. */
async function killEach(compose: Compose, names?: readonly string[]): Promise<void> {
  for (const { name, service } of await containersOf(compose)) {
    if (names && !names.includes(service)) continue;
    const killedAt = Date.now();
    await run('docker', ['kill', name]);
    await run('docker', ['start', name]);
    await eventually(
      () => run('docker', ['inspect', '--format', '{{.State.Health.Status}}', name]),
      (status) => status.trim() === 'healthy',
      healthyWithinSeconds * 1_000,
    );
    report(`${name} was killed, and is healthy again after ${((Date.now() - killedAt) / 1_000).toFixed(1)} s`);
    await pause(betweenKillsMs);
  }
}

/** Places bets until stopped; each call is repeated under its key until it has an outcome. */
async function placeBets(
  client: Client,
  bettors: readonly TestPlayer[],
  placed: Placed[],
  stop: AbortSignal,
): Promise<void> {
  const underway: Promise<void>[] = [];
  let selections = openMarkets((await client.fixtures('?live=true')).items);
  for (let turn = 0; !stop.aborted; turn++) {
    if (turn % 20 === 19)
      selections = await client.fixtures('?live=true').then(
        ({ items }) => openMarkets(items),
        () => selections,
      );
    const player = bettors[turn % bettors.length] as TestPlayer;
    const selection = selections[turn % Math.max(selections.length, 1)];
    if (selection) {
      const one: Placed = { player, key: randomUUID(), body: single(selection, stakeMinor) };
      placed.push(one);
      underway.push(place(client, one));
    }
    await pause(betEveryMs);
  }
  await Promise.all(underway);
}

async function place(client: Client, one: Placed): Promise<void> {
  const { player, key, body: asked } = one;
  const { status, body } = await client.insist<Bet>(
    'POST',
    '/api/betting/bets',
    { token: player.token, key, body: asked },
    healthyWithinSeconds * 1_000,
  );
  if (status === 201 || status === 200) one.bet = body;
  else assertThat(status < 500, `a bet was answered ${status}`);
}

async function totalBecomes(client: Client, token: string, minor: number): Promise<void> {
  await eventually(
    () => client.balance(token),
    ({ totalMinor }) => totalMinor === minor,
    60_000,
  );
}

async function builtImages(compose: Compose): Promise<string[]> {
  const { services } = parse(await compose('config')) as {
    services: Record<string, { image: string; build?: object }>;
  };
  return [...new Set(Object.values(services).flatMap(({ image, build }) => (build ? [image] : [])))];
}

async function sizes(images: readonly string[]): Promise<string> {
  const shown = await run('docker', ['image', 'inspect', '--format', '{{index .RepoTags 0}} {{.Size}}', ...images]);
  return shown
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([tag = '', bytes]) => `${tag.replace(/:.*/, '')} ${(Number(bytes) / 1e6).toFixed(0)} MB`)
    .join(', ');
}
