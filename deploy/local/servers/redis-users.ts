/**
 * The permissions in Redis: each process that uses it is a user with its own keys and commands, the administrator may do everything,
 * and no one else may connect. Scripts run with the permissions of their caller, so `eval` reaches no other key or command.
 */
import { createHash } from 'node:crypto';
import { redisProcesses } from '../installation/ports.ts';

type RedisProcess = (typeof redisProcesses)[number];

interface Usage {
  /** Keys begin with one of these. */
  readonly prefixes: readonly string[];
  readonly commands: readonly string[];
}

/** The commands of a rate-limiter-flexible counter: a script that sets, increments and reads its key, and commands that read and delete it. */
const counter = ['eval', 'evalsha', 'multi', 'exec', 'set', 'get', 'incrby', 'pttl', 'expire', 'del'];

const usages: Partial<Record<RedisProcess, Usage>> = {
  auth: { prefixes: ['throttle:'], commands: counter },
  betting: {
    prefixes: ['feed:'],
    commands: 'eval evalsha get set del expire incr hget hset hdel hkeys hmget hgetall zadd zrem zrangebyscore'.split(
      ' ',
    ),
  },
  /** Counters of calls, of health checks that found everything up, and of viewers, shared by all gateways. */
  gateway: {
    prefixes: ['limit:', 'uptime:', 'viewers:'],
    commands: [...counter, 'mget', 'zadd', 'zrangebyscore', 'zremrangebyscore'],
  },
};

/** Commands that the client sends on every connection. */
const connecting = ['ping', 'info', 'select'];

/** The users as lines of an ACL file, with hashed passwords. `closed` disables the default user; not on a given server, where it belongs to others. */
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
