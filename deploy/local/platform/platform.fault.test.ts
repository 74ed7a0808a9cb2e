/** A platform on real servers: killed processes restart, committed data stays, and a failed start leaves nothing behind. */
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Mongo } from '@fairline/chassis/documents/mongo';
import { createLog } from '@fairline/chassis/process/log';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ownNatsUrl } from '../../tests/servers.ts';
import { freeShift, serverNames } from '../installation/ports.ts';
import { makeSecrets } from '../installation/secrets.ts';
import { runToEnd } from '../installation/shell.ts';
import { beganTicks, readTraces } from '../processes/processes.ts';
import { kindOf } from '../servers/mongo.ts';
import { type Platform, runningPlatform, type StartOptions, startPlatform, stopPlatform } from './platform.ts';

/** A long timeout, because making a cluster writes a thousand files, which is slow on a busy disk. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** Each test names the services it needs; none by default, so these tests are about the servers. */
const servers: StartOptions = { processes: [], demo: true };

async function rows(platform: Platform, statement: string, url = platform.servers.postgres): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('while it runs', () => {
  let platform: Platform;
  beforeAll(async () => {
    platform = await startPlatform({ ...servers, temporary: true });
  });
  afterAll(() => platform.stop());

  it.each(serverNames)('brings %s back every time it is killed', async (name) => {
    for (let death = 0; death < 3; death++) {
      const before = platform.pidOf(name);
      await platform.kill(name);
      await platform.ready(name, 60_000);
      expect(platform.pidOf(name)).not.toBe(before);
    }
  });

  it('keeps every commit that was answered when PostgreSQL is killed with work under way', async () => {
    await rows(platform, 'create table if not exists kept (number int)');
    const busy = Array.from({ length: 4 }, async () =>
      rows(platform, 'select count(*) from generate_series(1, 1000000000)').catch((error: Error) => error.message),
    );
    await rows(platform, 'insert into kept values (1), (2)');
    await platform.kill('postgres');
    await platform.ready('postgres', 60_000);
    await Promise.all(busy);
    expect(await rows(platform, 'select number from kept order by number')).toEqual([{ number: 1 }, { number: 2 }]);
  });

  it('keeps every write that MongoDB acknowledged when it is killed with work under way', async () => {
    const mongo = await Mongo.open(
      Object.assign(new URL(platform.servers.mongo), { pathname: '/kept', search: 'authSource=admin' }).href,
      createLog('test', 'silent'),
    );
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let number = 0; acknowledged.length < 2_000; number++) {
        const _id = `${writer}-${number}`;
        await mongo.raw<{ _id: string }>('kept').insertOne({ _id });
        acknowledged.push(_id);
      }
    });
    const ended = Promise.allSettled(writers);
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(100);
    await platform.kill('mongo');
    await ended;
    await platform.ready('mongo', 60_000);
    const kept = new Set((await mongo.raw<{ _id: string }>('kept').find().toArray()).map(({ _id }) => _id));
    await mongo.close();
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });

  it('lets a service read and write documents of its own database, and nothing more', async ({ skip }) => {
    skip(kindOf(join(platform.profile.dataDir, 'mongo')) === 'stand-in', 'the stand-in knows no users');
    const own = await Mongo.open(platform.environmentOf('kyc').MONGO_URL ?? '', createLog('test', 'silent'));
    await own.raw('sent').findOne();
    await expect(own.raw('sent').drop()).rejects.toThrow('not authorized');
    await expect(own.raw('sent').createIndex({ any: 1 })).rejects.toThrow('not authorized');
    await expect(own.connection.getClient().db('fairline_support').collection('sent').findOne()).rejects.toThrow(
      'not authorized',
    );
    await own.close();
  });

  it('syncs every commit to the disk and logs neither statements nor values', async () => {
    const settings = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'log_min_error_statement',
      'log_error_verbosity',
    ];
    const found = await rows(
      platform,
      `select name, setting from pg_settings where name in (${settings.map((name) => `'${name}'`)}) order by name`,
    );
    expect(found).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'log_error_verbosity', setting: 'terse' },
      { name: 'log_min_error_statement', setting: 'panic' },
      { name: 'synchronous_commit', setting: 'on' },
    ]);
  });

  it('lets a service into its own database and no other', async () => {
    const own = platform.environmentOf('wallet').DATABASE_URL ?? '';
    const connect = async (database: string) => {
      const client = new pg.Client({
        connectionString: Object.assign(new URL(own), { pathname: `/${database}` }).href,
      });
      await client.connect();
      await client.end();
    };
    await connect('fairline_wallet');
    for (const other of ['fairline_auth', 'fairline_betting', 'postgres', 'template1'])
      await expect(connect(other), other).rejects.toThrow('permission denied for database');
  });

  it('holds each server down until it is released', async () => {
    for (const name of serverNames) {
      await platform.hold(name);
      expect(await platform.isReady(name)).toBe(false);
      await platform.release(name);
      expect(await platform.isReady(name)).toBe(true);
    }
  });

  it('writes no secret into a log', () => {
    const secrets = readFileSync(join(platform.profile.dataDir, 'secrets'), 'utf8')
      .split('\n')
      .map((line) => line.slice(line.indexOf('=') + 1))
      .filter(Boolean);
    const logs = readdirSync(join(platform.profile.dataDir, 'log'))
      .map((file) => readFileSync(join(platform.profile.dataDir, 'log', file), 'utf8'))
      .join('');
    expect(logs).not.toBe('');
    expect(secrets.filter((secret) => logs.includes(secret))).toEqual([]);
  });
});

describe('when it starts and stops', () => {
  let dataDir: string;
  let options: StartOptions;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'fairline-platform-'));
    options = { ...servers, dataDir, portShift: await freeShift() };
  });
  afterEach(async () => {
    await stopPlatform(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const nothingRuns = () => expect(readTraces(dataDir).filter(({ pid }) => beganTicks(pid) !== undefined)).toEqual([]);

  it('keeps the data through a stop, and its secrets', async () => {
    const first = await startPlatform(options);
    await rows(first, 'create table kept as select 7 as number');
    const pids = serverNames.map((name) => first.pidOf(name) ?? 0);
    await first.stop();
    expect(pids.map(beganTicks)).toEqual(serverNames.map(() => undefined));
    expect(runningPlatform(dataDir)).toBeUndefined();
    const second = await startPlatform(options);
    expect(second.servers).toEqual(first.servers);
    expect(await rows(second, 'select number from kept')).toEqual([{ number: 7 }]);
  });

  it('takes the tables from services that own them, as an earlier release had it', async () => {
    const owners = `select distinct pg_get_userbyid(relowner) as owner from pg_class where relnamespace = 'public'::regnamespace
      union select pg_get_userbyid(proowner) from pg_proc where pronamespace = 'public'::regnamespace and probin is null
      union select pg_get_userbyid(datdba) from pg_database where datname = current_database()`;
    const first = await startPlatform(options);
    await rows(first, 'alter database fairline_wallet owner to fairline_wallet');
    await rows(first, 'reassign owned by fairline_wallet_owner to fairline_wallet', first.databaseOf('wallet'));
    expect(await rows(first, owners, first.databaseOf('wallet'))).toEqual([{ owner: 'fairline_wallet' }]);
    await first.stop();
    const second = await startPlatform(options);
    expect(await rows(second, owners, second.databaseOf('wallet'))).toEqual([{ owner: 'fairline_wallet_owner' }]);
    const service = second.environmentOf('wallet').DATABASE_URL;
    expect(await rows(second, 'select 1 as found from entries limit 1', service)).toEqual([]);
    await expect(rows(second, 'alter table entries disable trigger append_only', service)).rejects.toThrow(
      'must be owner',
    );
  });

  it('refuses to start twice in one folder', async () => {
    await startPlatform(options);
    await expect(startPlatform(options)).rejects.toThrow(`An installation runs in ${dataDir} already.`);
    expect(runningPlatform(dataDir)?.pidOf('postgres')).toBeDefined();
  });

  it('starts again over what a killed watcher left behind', async () => {
    const first = await startPlatform(options);
    const before = first.pidOf('postgres') ?? 0;
    await first.leave();
    process.kill(Number(readFileSync(join(dataDir, 'run/watcher.pid'), 'utf8')), 'SIGKILL');
    await expect.poll(() => runningPlatform(dataDir)).toBeUndefined();
    const logged: string[] = [];
    const second = await startPlatform({ ...options, log: (line) => logged.push(line) });
    expect(logged).toContain('Stopping what a killed watcher left behind');
    expect(beganTicks(before)).toBeUndefined();
    expect(await second.isReady('postgres')).toBe(true);
  });

  it('names a taken port in one line and starts nothing', async () => {
    const port = 24_222 + (options.portShift ?? 0);
    const stranger = createServer().listen(port, '127.0.0.1');
    await once(stranger, 'listening');
    await expect(startPlatform(options)).rejects.toThrow(
      `Port ${port} (nats) is taken by another program: stop it, or set FAIRLINE_PORT_SHIFT`,
    );
    stranger.close();
    nothingRuns();
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });

  it('refuses demo data without demo mode', async () => {
    await (await startPlatform(options)).stop();
    await expect(startPlatform({ ...options, demo: false })).rejects.toThrow(
      'was made in demo mode and cannot be used without demo mode',
    );
  });

  it('refuses a demo beyond loopback, and a server that is given but not there', async () => {
    await expect(startPlatform({ ...options, host: '0.0.0.0' })).rejects.toThrow(
      'Demo mode has public passwords and does not listen on 0.0.0.0',
    );
    await expect(startPlatform({ ...options, given: { redis: 'redis://127.0.0.1:1' } })).rejects.toThrow(
      'Redis at 127.0.0.1:1 does not answer.',
    );
    nothingRuns();
  });

  it('uses servers that are given, makes what the services need there and runs none of its own', async () => {
    const lines = Object.keys(makeSecrets(dataDir)).map((name) => `${name}=${process.env.TEST_NATS_PASSWORD}\n`);
    writeFileSync(join(dataDir, 'secrets'), lines.join(''));
    const given = {
      postgres: process.env.TEST_PG_URL ?? '',
      redis: process.env.TEST_REDIS_URL ?? '',
      nats: ownNatsUrl(),
    };
    const mongo = process.env.TEST_MONGO_URL ?? '';
    const logged: string[] = [];
    const platform = await startPlatform({ ...options, given: { ...given, mongo }, log: (line) => logged.push(line) });
    expect(logged.slice(0, 4)).toEqual([
      expect.stringMatching(/^PostgreSQL 18\.\d+ at /),
      expect.stringMatching(/^Redis [\d.]+ at /),
      expect.stringMatching(/^NATS [\d.]+ at /),
      expect.stringMatching(/^MongoDB [\d.]+ at /),
    ]);
    expect(platform.servers).toMatchObject(given);
    expect(await rows(platform, "select datname from pg_database where datname = 'fairline_wallet'")).toHaveLength(1);
    // The stand-in reports an older version, so as a given server it is passed over.
    const passedOver = logged.some((line) => /^MongoDB .*passed over$/.test(line));
    const running = readTraces(dataDir).filter(({ pid }) => beganTicks(pid) !== undefined);
    expect(running.map(({ name }) => name)).toEqual(passedOver ? ['mongo'] : []);
  });

  it('asks for its users where a given message server does not know them', async () => {
    const nats = ownNatsUrl();
    await expect(startPlatform({ ...options, given: { nats } })).rejects.toThrow(
      `does not know our users: let its configuration include ${dataDir}/nats/users.conf`,
    );
    expect(readFileSync(join(dataDir, 'nats/users.conf'), 'utf8')).toContain('evt.wallet.>');
    nothingRuns();
  });

  it('names the folder that cannot be written', async () => {
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    await expect(startPlatform({ ...options, dataDir: join(file, 'data') })).rejects.toThrow(
      `The data folder ${file}/data cannot be written: ENOTDIR.`,
    );
  });

  it('leaves nothing running when it is interrupted, and starts well afterwards', async () => {
    const interrupt = new AbortController();
    const attempt = startPlatform(
      { ...options, log: (line) => line.startsWith('Starting') && interrupt.abort() },
      interrupt.signal,
    );
    await expect(attempt).rejects.toThrow('Interrupted');
    nothingRuns();
    expect(await (await startPlatform(options)).isReady('postgres')).toBe(true);
  });

  it('is up and down by the commands of the terminal, and a second up reports that', async () => {
    const run = (script: string) => {
      const env = {
        ...process.env,
        FAIRLINE_DATA: dataDir,
        FAIRLINE_PORT_SHIFT: String(options.portShift),
        FAIRLINE_DEMO: '1',
        GATEWAY_PORT: '',
      };
      return runToEnd(process.execPath, [join(import.meta.dirname, '..', script)], { env });
    };
    await (await startPlatform({ ...options })).leave();
    expect(await run('up.ts')).toMatchObject({
      code: 0,
      output: expect.stringContaining(`already up at http://localhost:${8080 + (options.portShift ?? 0)}`),
    });
    expect(await run('down.ts')).toMatchObject({ code: 0, output: `Fairline is down. Its data is in ${dataDir}.\n` });
    expect(await run('down.ts')).toMatchObject({ code: 0, output: 'Fairline is not up.\n' });
    expect(await run('as.ts')).toMatchObject({ code: 1, output: expect.stringMatching(/^✗ Usage/) });
  });
});
