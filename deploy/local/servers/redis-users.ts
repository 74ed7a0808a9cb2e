/**
 * Who may do what in Redis: each process that uses it is a user with its own keys and the commands it runs, the administrator may do everything,
 * and nobody else may sign in. Scripts run with their caller's permissions, so `eval` reaches no other key or command.
 */
import { createHash } from 'node:crypto';
import { redisProcesses } from '../installation/ports.ts';

type RedisProcess = (typeof redisProcesses)[number];

interface Usage {
  /** Keys begin with one of these. */
  readonly prefixes: readonly string[];
  readonly commands: readonly string[];
}

/** A counter of rate-limiter-flexible: a script that sets, increments and reads its key; reading and deleting it. */
const counter = ['eval', 'evalsha', 'multi', 'exec', 'set', 'get', 'incrby', 'pttl', 'expire', 'del'];

const usages: Partial<Record<RedisProcess, Usage>> = {
  auth: { prefixes: ['throttle:'], commands: counter },
  betting: {
    prefixes: ['feed:'],
    commands: 'eval evalsha get set del expire incr hget hset hdel hkeys hmget hgetall zadd zrem zrangebyscore'.split(' '),
  },
  /** It counts calls, the checks at which everything was up, and viewers, which it shares with the other gateways. */
  gateway: { prefixes: ['limit:', 'uptime:', 'viewers:'], commands: [...counter, 'mget', 'zadd', 'zrangebyscore', 'zremrangebyscore'] },
};

/** For every connection: is it up, is it ready, which database. */
const connecting = ['ping', 'info', 'select'];

/** The users as lines of an ACL file, passwords as hashes. For a server that somebody else runs, its default user is not ours to close. */
export function redisUsers(passwordOf: (user: string) => string, { closed }: { closed: boolean }): string {
  const secret = (user: string) => `#${createHash('sha256').update(passwordOf(user)).digest('hex')}`;
  const lines = redisProcesses.map((name) => {
    const { prefixes, commands } = usageOf(name);
    const keys = prefixes.map((prefix) => `~${prefix}*`).join(' ');
    return `user ${name} on ${secret(name)} resetchannels ${keys} -@all ${[...connecting, ...commands].map((command) => `+${command}`).join(' ')}`;
  });
  const others = closed ? ['user default off resetchannels -@all'] : [];
  return `${[...others, `user admin on ${secret('admin')} ~* &* +@all`, ...lines].join('\n')}\n`;
}

function usageOf(name: RedisProcess): Usage {
  const usage = usages[name];
  if (!usage) throw new Error(`${name} uses Redis, and redis-users.ts does not say which keys and commands`);
  return usage;
}
