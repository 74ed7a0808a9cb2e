/**
 * Compares the diagrams of docs/flows.md with what passes between the parts of a running platform: calls as the test makes them, requests and feed messages
 * as the message server carries them, events from the outbox of their service. A message belongs to a run if it names one of its ids.
 * Traces would be too wide, because a batch of several players runs under the trace of one of them.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageReader } from '@fairline/chassis/testing-messages';
import { platformServiceNames, type ServiceName, serviceOf, storesOf } from '@fairline/proto/processes';
import { allEvents, durableName, services } from '@fairline/proto/services';
import type pg from 'pg';
import { root } from '../local/installation/profile.ts';
import type { Platform } from '../local/platform/platform.ts';
import { type Asking, type Client, eventually } from './client.ts';
import { connectDatabase } from './databases.ts';

/** A named message from one participant to another; a drawn one has its line. */
type Arrow = { from: string; to: string; name: string; line?: number };
type Passed = Arrow & { at: number };
type Diagram = { line: number; participants: string[]; arrows: Arrow[] };

const page = 'docs/flows.md';
/** Hints that the page does not draw. */
const notDrawn = ['BalanceChanged', 'ClaimChanged'];

/** The diagram under a heading. Solid arrows (`->>`) begin with the name of a message; dotted ones (`-->>`) are replies, which are not compared. */
export function diagramOf(heading: string): Diagram {
  const lines = readFileSync(join(root, page), 'utf8').split('\n');
  const begin = lines.indexOf('```mermaid', lines.indexOf(`## ${heading}`));
  const block = lines.slice(begin, lines.indexOf('```', begin));
  const arrows = block.flatMap((text, at) => {
    const [, from = '', to = '', name = ''] = /^ *(\w+)->>(\w+): ((?:[A-Z]+ )?[\w./:-]+)/.exec(text) ?? [];
    return name ? [{ from, to, name, line: begin + at + 1 }] : [];
  });
  const participants = [...block.join('\n').matchAll(/(?:actor|participant) (\w+)/g)].map(([, name = '']) => name);
  return { line: begin + 1, participants, arrows };
}

/** The differences between a diagram and what passed between its participants, in order per sender and receiver; each names its line. */
export function differences({ line, participants, arrows }: Diagram, passed: readonly Arrow[]): string[] {
  const pairs = participants.flatMap((from) => participants.filter((to) => to !== from).map((to) => ({ from, to })));
  const unknown = arrows.filter(({ from, to }) => ![from, to].every((name) => participants.includes(name)));
  const wrong = pairs.flatMap(({ from, to }) => {
    const of = (all: readonly Arrow[]) => all.filter((one) => one.from === from && one.to === to);
    const [drawn, real] = [of(arrows), of(passed)];
    const place = [...drawn, ...real].findIndex((_, at) => drawn[at]?.name !== real[at]?.name);
    if (place < 0) return [];
    const at = (drawn[place] ?? drawn.at(-1))?.line ?? line;
    const [shown, was] = [drawn, real].map((all) => all.map(({ name }) => name).join(', ') || 'nothing');
    return [`${page}:${at}: ${from} to ${to} is drawn as ${shown}; it was ${was}`];
  });
  return [...unknown.map((one) => `${page}:${one.line}: ${one.from} or ${one.to} is no participant`), ...wrong];
}

/** The services with an outbox and an inbox in PostgreSQL. */
const withRows = platformServiceNames.filter((name) => storesOf(name).includes('postgres'));
const contractOf = new Map(allEvents.map((event) => [event.subject, event]));
const consumersOf = (type: string) =>
  withRows.filter((name) => services[name].consumes.some(({ subject }) => subject === type));

const eventsOf = `select id, type, subject, version from outbox
  where created_at >= $1 and (subject = any($2::uuid[]) or data::text ~ $3)`;
const callsOfProvider = `select created_at as at, 'wallet' as "from", 'psp' as "to", 'POST /v1/payments' as name from payments where reference = any($1::uuid[])
  union all select heard_at, 'psp', 'wallet', 'POST /api/wallet/provider/webhooks' from webhooks where heard_at is not null and body ~ $2`;
type EventRow = { id: string; type: string; subject: string; version: string };

/** One run of a flow, from `begin` on. */
export class Run {
  /** The ids by which messages of this run are recognised. */
  readonly ids: string[] = [];
  private readonly calls: Passed[] = [];
  private since = new Date();
  private readonly client: Client;
  private readonly bus: MessageReader;
  private readonly databases: ReadonlyMap<ServiceName, pg.Client>;

  private constructor(client: Client, bus: MessageReader, databases: ReadonlyMap<ServiceName, pg.Client>) {
    [this.client, this.bus, this.databases] = [client, bus, databases];
  }

  static async open(client: Client, platform: Platform): Promise<Run> {
    const { NATS_URL: url = '', NATS_USER: user, NATS_PASSWORD: password } = platform.administratorEnvironment;
    const bus = await MessageReader.open({ url, user, password }, ['rpc.>', 'live.player.*', 'feed.*.*.*']);
    const names: ServiceName[] = [...withRows, 'psp'];
    const databases = names.map(async (name) => [name, await connectDatabase(platform, name)] as const);
    return new Run(client, bus, new Map(await Promise.all(databases)));
  }

  async close(): Promise<void> {
    await this.bus.close();
    for (const db of this.databases.values()) await db.end();
  }

  /** Forgets what passed so far, once all of it has arrived. */
  async begin(...ids: string[]): Promise<void> {
    this.ids.push(...ids);
    await this.passed(withRows);
    this.since = new Date();
  }

  /** Makes a call of the flow. `id` stands for `:id` in the route. */
  async call<T>(from: string, route: string, { id = '', ...asking }: Asking & { id?: string }): Promise<T> {
    const [method = '', path = ''] = route.split(' ');
    this.note(from, serviceOf(path) ?? '', route);
    const answer = await this.client.insist<T>(method, path.replace(':id', id), { key: randomUUID(), ...asking });
    if (answer.status >= 300) throw new Error(`${route} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Adds a call that is made elsewhere. */
  note(from: string, to: string, name: string): void {
    this.calls.push({ from, to, name, at: Date.now() });
  }

  /** All that passed, in order, once every event has reached its consumers among the participants and they publish nothing more. */
  async passed(participants: readonly string[]): Promise<Passed[]> {
    let events: EventRow[] = [];
    for (let seen = -1; seen < events.length; ) {
      seen = events.length;
      const found = withRows.map((name) =>
        this.query<EventRow>(name, eventsOf, [this.since, this.ids, this.ids.join('|')]),
      );
      events = (await Promise.all(found)).flat().sort((one, other) => (one.id < other.id ? -1 : 1));
      const look = () => this.undelivered(events, participants);
      await eventually(look, ({ length }) => length === 0, 20_000);
      if (events.length === 0) break;
    }
    await this.bus.flush();
    const ofProvider = await this.query<Arrow & { at: Date }>('psp', callsOfProvider, [this.ids, this.ids.join('|')]);
    const timed = ofProvider.map((one) => ({ ...one, at: one.at.getTime() }));
    const all = [...this.calls, ...this.messages(), ...timed, ...events.flatMap(arrowsOf)];
    return all.filter(({ at }) => at >= this.since.getTime()).sort((one, other) => one.at - other.at);
  }

  private async query<T extends object>(name: ServiceName, text: string, values: unknown[]): Promise<T[]> {
    return (await this.databases.get(name)?.query<T>(text, values))?.rows ?? [];
  }

  /** The events that a consumer among the participants has not in its inbox yet, and those whose player has no hint yet. */
  private async undelivered(events: readonly EventRow[], participants: readonly string[]): Promise<EventRow[]> {
    const taken = new Set<string>();
    for (const name of withRows.filter((one) => participants.includes(one))) {
      const text = `select consumer || ' ' || event_id as entry from inbox where event_id = any($1::uuid[])`;
      const rows = await this.query<{ entry: string }>(name, text, [events.map(({ id }) => id)]);
      for (const { entry } of rows) taken.add(entry);
    }
    return events.filter(({ id, type, subject, version }) => {
      const contract = contractOf.get(type);
      const hint = `"type":"${type}","id":"${subject}","version":${version}`;
      const isHinted = !contract?.audience.player || this.bus.seen.some(({ text }) => text.includes(hint));
      const consumers = consumersOf(type).filter((name) => participants.includes(name));
      return !isHinted || consumers.some((name) => contract && !taken.has(`${durableName(name, contract)} ${id}`));
    });
  }

  private messages(): Passed[] {
    return this.bus.seen.flatMap(({ subject, reply, text, at }) => {
      const [kind, to = '', name = ''] = subject.split('.');
      if (kind === 'live' || !this.ids.some((id) => text.includes(id))) return [];
      if (kind === 'feed') return [{ from: 'feed', to: 'betting', name, at }];
      return [{ from: /^_ANSWERS_(\w+)/.exec(reply)?.[1] ?? '', to, name: subject, at }];
    });
  }
}

/** An event goes to each service that consumes it, and as a hint to its player. The page names those that it does not draw. */
function arrowsOf({ id, type }: EventRow): Passed[] {
  const { service: from = '', name = type, audience } = contractOf.get(type) ?? {};
  const at = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  const receivers = [...consumersOf(type), ...(audience?.player && !notDrawn.includes(name) ? ['player'] : [])];
  return receivers.map((to) => ({ from, to, name, at }));
}
