/**
 * Collects all declarations of the contracts, for the documents that are generated from them.
 * It finds the modules by reading the folder, so a new service needs no line here.
 */
import { readdirSync } from 'node:fs';
import { z } from 'zod';
import { common, type EventType, type RefusalType, type RouteType } from '../contract.ts';
import { type Service, services } from '../services.ts';

export interface ServiceContract extends Service {
  readonly name: string;
}

export interface Contracts {
  readonly services: readonly ServiceContract[];
  /** Objects and enumerations that a contract exports, by exported name. */
  readonly named: Readonly<Record<string, z.ZodType>>;
  /** All declared refusals; one code may have several messages. */
  readonly refusals: readonly DeclaredRefusal[];
}

export interface DeclaredRefusal extends RefusalType {
  /** The record it is declared in: `common`, `walletRefusals`. */
  readonly owner: string;
}

export async function readContracts(): Promise<Contracts> {
  const modules = await Promise.all(
    moduleNames().map(async (name) => (await import(/* @vite-ignore */ `../${name}`)) as Record<string, unknown>),
  );
  const exported = modules.flatMap((module) => Object.entries(module)).sort(([a], [b]) => order(a, b));
  const every = Object.entries(services).map(([name, service]) => ({ name, ...service }));
  return { services: [...every, ...gateway(exported)], named: named(exported), refusals: refusals(exported) };
}

/** Compares independently of the locale, so that the documents are the same on every machine. */
export function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function moduleNames(): string[] {
  const folder = new URL('../', import.meta.url);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const apart = /^(node_modules|documents)\/|\.test\.ts$/;
  return names.filter((name) => name.endsWith('.ts') && !apart.test(name)).sort(order);
}

/** The gateway's own routes. The gateway is not in the list of services, because no calls are passed to it. */
function gateway(exported: [string, unknown][]): ServiceContract[] {
  const routes = exported.find(([name]) => name === 'gatewayRoutes')?.[1] as Record<string, RouteType> | undefined;
  return routes
    ? [
        {
          name: 'gateway',
          port: 8080,
          stores: [],
          callers: [],
          routes,
          publishes: {},
          serves: {},
          requests: [],
          consumes: [],
        },
      ]
    : [];
}

function named(exported: [string, unknown][]): Record<string, z.ZodType> {
  const found: Record<string, z.ZodType> = {};
  for (const [name, value] of exported) {
    const shape = value instanceof z.ZodObject || value instanceof z.ZodEnum;
    if (!shape || !/^[A-Z]/.test(name)) continue;
    if (found[name] && found[name] !== value)
      throw new Error(`Two contracts export a shape named ${name}; the documents need one name for one thing`);
    found[name] = value;
  }
  return found;
}

function refusals(exported: [string, unknown][]): DeclaredRefusal[] {
  const records = exported.filter(([name]) => name === 'common' || name.endsWith('Refusals')) as [
    string,
    Record<string, RefusalType>,
  ][];
  return records.flatMap(([owner, record]) => Object.values(record).map((refusal) => ({ ...refusal, owner })));
}

/** All refusals of a route: its own, and those that its declaration implies. */
export function refusalsOf(route: RouteType): RefusalType[] {
  const {
    invalidRequest,
    keyRequired,
    keyReused,
    unauthenticated,
    forbidden,
    tooLarge,
    rateLimited,
    busy,
    unavailable,
    fault,
  } = common;
  const isOpen = route.access === 'open';
  const implied = [
    // `too_large` also covers an address of more than 16 KB.
    ...(takesInput(route) ? [invalidRequest, tooLarge] : []),
    ...(route.keyed ? [keyRequired, keyReused] : []),
    ...(isOpen ? [] : [unauthenticated, forbidden]),
    ...[rateLimited, busy, unavailable, fault],
  ];
  const all = [...route.refusals, ...implied];
  return all.filter(
    (one, at) => all.findIndex((other) => other.code === one.code && other.message === one.message) === at,
  );
}

export function hasBody(route: RouteType): boolean {
  return !(route.body instanceof z.ZodUndefined);
}

export function hasReply(route: RouteType): boolean {
  return !(route.reply instanceof z.ZodUndefined);
}

/** Whether an object schema declares any field. */
export function hasFields(schema: z.ZodType): boolean {
  return !(schema instanceof z.ZodObject) || Object.keys(schema.shape).length > 0;
}

function takesInput(route: RouteType): boolean {
  return hasBody(route) || hasFields(route.query) || hasFields(route.params);
}

export function accessText(route: RouteType): string {
  if (typeof route.access === 'string') return route.access === 'open' ? 'anyone' : 'player';
  const operator = route.access.operator === null ? 'operator' : `operator: ${route.access.operator}`;
  return route.access.player ? `player or ${operator}` : operator;
}

/** The kinds of token a route takes. */
export function tokensOf({ access }: RouteType): ('player' | 'operator')[] {
  if (typeof access === 'string') return access === 'open' ? [] : ['player'];
  return access.player ? ['player', 'operator'] : ['operator'];
}

export function audienceText(event: EventType): string {
  const { player, operators } = event.audience;
  const notified = [...(player ? ['the player'] : []), ...(operators ? [`operators: ${operators}`] : [])];
  return notified.join(', ') || 'nobody';
}
