/** The committed documents match the contracts; those that are built are valid OpenAPI, AsyncAPI and JSON Schema. */
import { readFileSync } from 'node:fs';
import asyncApiSpecs from '@asyncapi/specs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { asyncapi as asyncapiOf } from './documents/asyncapi.ts';
import { catalogue } from './documents/catalogue.ts';
import { findBreaks, readAccepted } from './documents/compatibility.ts';
import { readContracts } from './documents/contracts.ts';
import { lock, shapes } from './documents/lock.ts';
import { openapi as openapiOf } from './documents/openapi.ts';
import { jsonSchema } from './documents/schema.ts';
import { allEvents, allRoutes, services } from './services.ts';

const contracts = await readContracts();
const committed = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

it.each([
  ['contracts.lock', lock(contracts)],
  ['CATALOGUE.md', catalogue(contracts)],
])('%s is current', (name, content) => {
  expect(committed(name) === content, `${name} is out of date: npm run generate`).toBe(true);
});

it('contracts change only by addition; a breaking change is a new version', () => {
  const accepted = readAccepted(committed('contracts.breaks'));
  const breaks = findBreaks(committed('contracts.lock'), lock(contracts));
  expect(breaks.filter(({ contract }) => !accepted.has(contract))).toEqual([]);
});

it('contracts.lock has one line per field and per message of a refusal', () => {
  const fields = lock(contracts)
    .split('\n')
    .map((line) =>
      line.startsWith('refusal')
        ? line
        : line.split(' ', line.startsWith('request') || line.startsWith('feed') ? 3 : 4).join(' '),
    );
  expect(fields.filter((field, at) => fields.indexOf(field) !== at)).toEqual([]);
});

describe('openapi.json', () => {
  const openapi = openapiOf(contracts) as unknown as { paths: Record<string, Record<string, Operation>> };
  interface Operation {
    operationId: string;
    parameters?: { in: string; name: string; required?: boolean }[];
    responses: Record<string, unknown>;
    security: Record<string, unknown>[];
  }
  const operations = Object.values(openapi.paths).flatMap((path) => Object.values(path));
  const operationOf = (route: (typeof allRoutes)[number]) =>
    openapi.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(openapi));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('resolves every reference it makes', () => {
    expect(brokenReferences(openapi)).toEqual([]);
  });

  it('has every route with its key, its access and its refusals', () => {
    for (const route of allRoutes) {
      const operation = operationOf(route);
      const name = `${route.method} ${route.path}`;
      expect(operation, name).toBeDefined();
      expect(operation?.parameters?.some(({ name: header }) => header === 'Idempotency-Key') ?? false, name).toBe(
        route.keyed !== false,
      );
      expect(
        operation?.security.flatMap((one) => Object.keys(one)),
        name,
      ).toEqual(
        typeof route.access === 'string'
          ? [route.access].filter((who) => who !== 'open')
          : [...(route.access.player ? ['player'] : []), 'operator'],
      );
      const statuses = route.refusals.map(({ status }) => String(status));
      expect(Object.keys(operation?.responses ?? {}), name).toEqual(
        expect.arrayContaining([String(route.status), ...statuses]),
      );
    }
  });

  it('uses each operation id once', () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('asyncapi.json', () => {
  const asyncapi = asyncapiOf(contracts) as unknown as { channels: object; operations: object };

  it('is valid AsyncAPI 3', () => {
    const validate = addFormats
      .default(new Ajv({ strict: false, validateFormats: false }))
      .compile(asyncApiSpecs.schemasWithoutId['3.0.0'] as object);
    validate(asyncapi);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('resolves every reference it makes', () => {
    expect(brokenReferences(asyncapi)).toEqual([]);
  });

  it('has a channel for every event and request, and an operation for each end of it', () => {
    const requests = Object.values(services).flatMap(({ serves }) => Object.values(serves));
    expect(Object.keys(asyncapi.channels)).toEqual(
      expect.arrayContaining([...allEvents, ...requests].map(({ subject }) => subject)),
    );
    const consumed = Object.entries(services).flatMap(([name, { consumes }]) =>
      consumes.map((event) => `${name}.consumes.${event.name}`),
    );
    const requested = Object.entries(services).flatMap(([name, { requests: sent }]) =>
      sent.map(({ service, verb }) => `${name}.requests.${service}.${verb}`),
    );
    expect(Object.keys(asyncapi.operations)).toEqual(expect.arrayContaining([...consumed, ...requested]));
  });
});

it('each JSON Schema compiles', () => {
  // A record whose keys are an enum requires them all, and defines them by their names alone.
  const ajv = addFormats.default(new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }));
  for (const { contract, part, shape } of shapes(contracts)) {
    expect(() => ajv.compile(jsonSchema(shape)), `${contract} ${part}`).not.toThrow();
  }
});

it('the catalogue names every route, event, request and refusal', () => {
  const text = catalogue(contracts);
  const requests = Object.values(services).flatMap(({ serves }) => Object.values(serves));
  const subjects = [...allEvents, ...requests].map(({ subject }) => `\`${subject}\``);
  const lines = allRoutes.map(({ method, path }) => `\`${method} ${path}\``);
  const codes = allRoutes.flatMap(({ refusals }) => refusals.map(({ code }) => `| \`${code}\` `));
  expect([...subjects, ...lines, ...codes].filter((name) => !text.includes(name))).toEqual([]);
});

function brokenReferences(document: object): string[] {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, pointer = '']) => pointer);
  const find = (pointer: string) =>
    pointer
      .split('/')
      .reduce<unknown>(
        (at, name) => (at as Record<string, unknown> | undefined)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      );
  return [...new Set(references)].filter((pointer) => find(pointer) === undefined);
}
