/** The users on a real Redis server: no access without a password, and each process has its own keys and commands only. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@fairline/chassis/process/log';
import { openRedis, type Redis } from '@fairline/chassis/storage/redis';
import { afterEach, describe, expect, it } from 'vitest';
import { redisAdmits, redisUrlOf, redisVersion, writeRedisUsers } from './redis.ts';

const administrator = process.env.TEST_REDIS_URL ?? '';
const { password } = new URL(administrator);
const open: Redis[] = [];

function as(user: string): Redis {
  const redis = openRedis(redisUrlOf(administrator, user, password), createLog('auth', 'silent'));
  open.push(redis);
  return redis;
}
const run = (redis: Redis, command: string) => {
  const [name = '', ...args] = command.split(' ');
  return redis.call(name, ...args);
};
afterEach(() => {
  for (const redis of open.splice(0)) redis.disconnect();
});

describe('without a password', () => {
  const stranger = () => {
    const redis = openRedis(
      Object.assign(new URL(administrator), { username: '', password: '' }).href,
      createLog('auth', 'silent'),
    );
    open.push(redis);
    return redis;
  };

  it.each(['get feed:watermark', 'set feed:watermark 1', 'ping', 'flushall', 'info'])(
    '%s is refused',
    async (command) => {
      await expect(run(stranger(), command)).rejects.toThrow('NOAUTH');
    },
  );

  it('nor with a wrong one is anybody let in', async () => {
    expect(await redisAdmits(redisUrlOf(administrator, 'betting', 'wrong'))).toBe(false);
    expect(await redisAdmits(redisUrlOf(administrator, 'default', password))).toBe(false);
    expect(
      await redisVersion(Object.assign(new URL(administrator), { username: '', password: '' }).href),
    ).toBeUndefined();
    expect(await redisAdmits(redisUrlOf(administrator, 'betting', password))).toBe(true);
  });
});

describe.each([
  ['auth', 'throttle:signIn:a', ['feed:watermark', 'feed:fixture:1', 'limit:read:a', 'anything']],
  ['betting', 'feed:watermark', ['throttle:signIn:a', 'limit:read:a', 'anything']],
  ['gateway', 'uptime:up:1', ['feed:watermark', 'throttle:signIn:a', 'anything']],
  ['gateway', 'limit:read:a', ['feed:watermark', 'throttle:signIn:a', 'anything']],
])('%s', (user, own, others) => {
  it('reads and writes its own keys, by scripts too', async () => {
    const redis = as(user);
    await redis.set(own, '1', 'PX', 60_000);
    expect(await redis.get(own)).toBe('1');
    expect(await redis.eval("return redis.call('get', KEYS[1])", 1, own)).toBe('1');
    expect(await redis.del(own)).toBe(1);
  });

  it.each(others)('neither reads nor writes %s, by scripts neither', async (key) => {
    const redis = as(user);
    for (const command of [`get ${key}`, `set ${key} 1`, `del ${key}`])
      await expect(run(redis, command), command).rejects.toThrow('NOPERM');
    await expect(redis.eval("return redis.call('get', KEYS[1])", 1, key)).rejects.toThrow(/NOPERM|permissions/);
    await expect(redis.eval(`return redis.call('get', '${key}')`, 0)).rejects.toThrow(
      /NOPERM|permissions|can't access/,
    );
  });

  it.each([
    'flushall',
    'flushdb',
    'config get *',
    'config set dir /tmp',
    'keys *',
    'scan 0',
    'script flush',
    'script load return',
    'function list',
    'acl list',
    'acl setuser me on nopass ~* +@all',
    'shutdown nosave',
    'monitor',
    'client list',
    'replicaof no one',
    'module list',
    'swapdb 0 1',
    'rename feed:a feed:b',
    'publish feed:a 1',
    'subscribe feed:a',
  ])('may not %s', async (command) => {
    await expect(run(as(user), command)).rejects.toThrow('NOPERM');
  });

  it('does not get there by a script', async () => {
    for (const call of ["'flushall'", "'keys', '*'", "'scan', 0", "'publish', 'feed:a', 1"])
      await expect(as(user).eval(`return redis.call(${call})`, 0), call).rejects.toThrow(
        /executing the script can't|NOPERM/,
      );
  });
});

it('keeps its users in a file of its owner alone, without their passwords', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairline-redis-'));
  try {
    const file = writeRedisUsers(folder, (user) => `secret of ${user}`, { closed: true });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['default', 'admin', 'gateway', 'auth', 'betting']);
    expect(lines[0]).toBe('user default off resetchannels -@all');
    expect(lines.join('\n')).not.toContain('secret of');
    expect(
      lines.slice(2).filter((line) => line.includes('+@') || line.includes('~*') || line.includes('nopass')),
    ).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
