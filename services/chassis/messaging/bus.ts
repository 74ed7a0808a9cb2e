/**
 * The message bus: request/reply, hints and streams. Events are published through the outbox only (outbox.ts)
 * and consumed through the inbox only (inbox.ts); nothing outside this folder imports the client library.
 */

import { common, type Infer, Refusal, type RequestType } from '@fairline/proto/contract';
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import { connect, createInbox, headers, type Msg, type NatsConnection } from 'nats';
import type { BaseConfig } from '../process/config.ts';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { traced, traceparent } from '../process/trace.ts';
import { isInfrastructure } from '../storage/postgres.ts';

/** No reply in time, or no responder: the request may or may not have taken effect, so the caller retries with the same key. */
export class RequestTimeout extends Error {}

/** A reply on the wire. A fault carries no detail; the caller treats it as a timeout. */
type Wire = { ok: unknown } | { refusal: { code: string; status: number; detail: string; params?: Record<string, unknown> } } | { fault: true };

export interface RequestHandler {
  request: RequestType;
  handle: (input: unknown) => Promise<unknown>;
}

/** Serves one kind of request. */
export function serve<R extends RequestType>(request: R, run: (input: Infer<R['input']>) => Promise<Infer<R['output']>>): RequestHandler {
  return { request, handle: (input) => run(input as Infer<R['input']>) };
}

export class Bus {
  private readonly served: { drain(): Promise<void> }[] = [];
  private readonly reading: ConsumerMessages[] = [];
  private pendingReplies = 0;

  declare private readonly name: string;
  declare private readonly connection: NatsConnection;
  /** Separate connection for outgoing requests: peers may publish to its reply inboxes; the main connection's inboxes accept only the server. */
  declare private readonly requests: NatsConnection;
  declare private readonly stream: JetStreamClient;
  declare private readonly manager: JetStreamManager;
  declare private readonly log: Log;
  declare private readonly metrics: Metrics;
  private lost = false;

  private constructor(parts: {
    name: string;
    connection: NatsConnection;
    requests: NatsConnection;
    stream: JetStreamClient;
    manager: JetStreamManager;
    log: Log;
    metrics: Metrics;
  }) {
    Object.assign(this, parts);
    void this.watch();
  }

  /** Connects, and reconnects for ever; requests made meanwhile end in RequestTimeout. */
  static async open(name: string, config: BaseConfig, log: Log, metrics: Metrics): Promise<Bus> {
    const options = {
      servers: config.NATS_URL,
      name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 100,
      pingInterval: 2_000,
      maxPingOut: 2,
      // A stack trace prepared for every request cost a fifth of each publication.
      noAsyncTraces: true,
      ...(config.NATS_USER && { user: config.NATS_USER }),
      ...(config.NATS_PASSWORD && { pass: config.NATS_PASSWORD }),
    };
    const [connection, requests] = await Promise.all([
      connect({ ...options, inboxPrefix: `_INBOX_${name}` }),
      connect({ ...options, inboxPrefix: `_ANSWERS_${name}` }),
    ]);
    const stream = jetstream(connection, { timeout: 5_000 });
    return new Bus({ name, connection, requests, stream, manager: await jetstreamManager(connection, { timeout: 5_000 }), log, metrics });
  }

  get connected(): boolean {
    return !this.connection.isClosed() && !this.lost;
  }

  /** Differs for another server, and after a restart. */
  get serverId(): string {
    return this.connection.info?.server_id ?? '';
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') this.lost = true;
      if (status.type === 'reconnect') this.lost = false;
      if (status.type === 'disconnect' || status.type === 'reconnect') this.log.info({ status: status.type }, 'bus');
      else if (status.type === 'error') this.log.warn({ error: status.error.message }, 'bus');
    }
  }

  /** Requests something of another service. Throws its Refusal, or RequestTimeout. */
  async request<R extends RequestType>(request: R, input: Infer<R['input']>, timeoutMs = 2_000): Promise<Infer<R['output']>> {
    let reply: Msg;
    try {
      reply = await this.requests.request(request.subject, JSON.stringify({ trace: traceparent(), input }), { timeout: timeoutMs });
    } catch (error) {
      throw new RequestTimeout(`${request.subject}: ${(error as Error).message}`);
    }
    const wire = reply.json<Wire>();
    if ('ok' in wire) return wire.ok as Infer<R['output']>;
    if ('refusal' in wire) throw Refusal.from(wire.refusal);
    throw new RequestTimeout(`${request.subject} failed there`);
  }

  /** Serves requests, sharing the work with other instances. */
  serve(handlers: readonly RequestHandler[]): void {
    for (const { request, handle } of handlers) {
      const subscription = this.connection.subscribe(request.subject, {
        queue: this.name,
        callback: (error, message) => {
          if (!error) void this.reply(request, handle, message);
        },
      });
      this.served.push(subscription);
    }
  }

  private async reply(request: RequestType, handle: RequestHandler['handle'], message: Msg): Promise<void> {
    this.pendingReplies++;
    const startedAt = performance.now();
    const wire = await this.run(request, handle, message);
    try {
      message.respond(JSON.stringify(wire));
    } catch (error) {
      this.log.warn({ error: (error as Error).message, subject: request.subject }, 'reply failed');
    }
    this.pendingReplies--;
    const outcome = 'ok' in wire ? 'ok' : 'refusal' in wire ? wire.refusal.code : 'fault';
    this.metrics.requestSeconds.observe({ verb: request.verb, outcome }, (performance.now() - startedAt) / 1_000);
  }

  private async run(request: RequestType, handle: RequestHandler['handle'], message: Msg): Promise<Wire> {
    try {
      const { trace, input } = message.json<{ trace?: string; input: unknown }>();
      const read = request.input.safeParse(input);
      if (!read.success) return refused(new Refusal(common.invalidRequest));
      return { ok: await (trace ? traced(trace, () => handle(read.data)) : handle(read.data)) };
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      this.log.error(
        { error: (error as Error).message, stack: isInfrastructure(error) ? undefined : (error as Error).stack, subject: request.subject },
        'request failed',
      );
      return { fault: true };
    }
  }

  /** Sends a hint: subscribers may refetch. A lost hint costs nothing. */
  hint(subject: string, data: unknown): void {
    if (!this.connection.isClosed()) this.connection.publish(subject, JSON.stringify(data));
  }

  /** Subscribes to hints; returns a function that unsubscribes. */
  onHint(subject: string, receive: (data: unknown, subject: string) => void): () => void {
    const subscription = this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) receive(message.json(), message.subject);
      },
    });
    return () => subscription.unsubscribe();
  }

  /** Publishes one message to a stream; resolves when the server has stored it. The id makes a repeat harmless for a minute. */
  async publish(subject: string, data: unknown, id: string): Promise<void> {
    await this.stream.publish(subject, typeof data === 'string' ? data : JSON.stringify(data), { msgID: id, timeout: 5_000 });
  }

  /**
   * Publishes messages to a stream; resolves when the server has stored all of them. Otherwise it throws, and all may be published again under their ids.
   * All acknowledgements come to one inbox and are counted, because a request per message cost more than the rest of its publication.
   */
  async publishAll(messages: readonly { subject: string; data: string; id: string }[]): Promise<void> {
    const inbox = createInbox(`_INBOX_${this.name}`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let missing = messages.length;
    const acknowledgements = this.connection.subscribe(inbox, {
      callback: (error, acknowledgement) => {
        const refusal = error?.message ?? refusalIn(acknowledgement);
        if (refusal) reject(new Error(`the stream refused a message: ${refusal}`));
        else if (--missing === 0) resolve();
      },
    });
    const timeout = setTimeout(() => reject(new Error(`${missing} of ${messages.length} messages were not stored in time`)), 5_000);
    try {
      for (const { subject, data, id } of messages) {
        const messageHeaders = headers();
        messageHeaders.set('Nats-Msg-Id', id);
        this.connection.publish(subject, data, { reply: inbox, headers: messageHeaders });
      }
      await promise;
    } finally {
      clearTimeout(timeout);
      acknowledgements.unsubscribe();
    }
  }

  /** Reads through a durable consumer with one filter, created if it is missing; resolves when it reads. Few messages are fetched ahead, since each may hold many events. */
  async consume(stream: string, durable: string, filter: string, receive: (message: JsMsg) => void): Promise<void> {
    await this.manager.consumers.add(stream, {
      durable_name: durable,
      filter_subject: filter,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: 5_000_000_000,
      max_deliver: -1,
      // A message holds up to 32 events; this many are handled long before the server would redeliver them.
      max_ack_pending: 64,
    });
    await this.pull(stream, durable, 32, receive);
  }

  /**
   * Replays a stream from its start and goes on reading. `receive` gets `last: true` from the message on with which it has caught up.
   * `onGap` is called when messages were lost on the way. Returns a function that stops reading.
   */
  async replay(
    stream: string,
    durable: string,
    filter: string,
    receive: (data: unknown, subject: string, last: boolean, place: number) => void,
    onGap: () => void = () => undefined,
  ): Promise<() => Promise<void>> {
    await this.manager.consumers.delete(stream, durable).catch(() => undefined);
    await this.manager.consumers.add(stream, {
      durable_name: durable,
      filter_subject: filter,
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.All,
      inactive_threshold: 60_000_000_000,
    });
    // The server's count of pending messages drifts where newer messages replace older ones. So the reader has caught up when it
    // reaches the sequence at which the stream ended at the start, reads that sequence once more, and reaches the new one as well.
    const endOf = async () => (await this.manager.streams.info(stream)).state.last_seq;
    let end = await endOf();
    let secondEnd: 'unknown' | 'requested' | 'known' = 'unknown';
    let delivered = 0;
    const messages = await this.pull(stream, durable, 512, (message) => {
      const { deliverySequence, streamSequence, pending } = message.info;
      if (deliverySequence !== delivered + 1) onGap();
      delivered = deliverySequence;
      if (streamSequence >= end && secondEnd === 'unknown') {
        secondEnd = 'requested';
        endOf().then(
          (sequence) => {
            end = sequence;
            secondEnd = 'known';
          },
          () => {
            secondEnd = 'unknown';
          },
        );
      }
      receive(dataOf(message, this.log), message.subject, pending === 0 || (secondEnd === 'known' && streamSequence >= end), streamSequence);
    });
    return async () => {
      this.reading.splice(this.reading.indexOf(messages), 1);
      await messages.close();
    };
  }

  /** Reads events from an instant on, in order, with a consumer of this process alone. After the server was lost, follow again on a new connection. */
  async follow(stream: string, filter: string, since: Date, receive: (data: unknown) => void): Promise<{ caughtUp: Promise<void> }> {
    const consumer = await this.stream.consumers.get(stream, {
      filter_subjects: filter,
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: since.toISOString(),
    });
    const pendingAtStart = (await consumer.info()).num_pending;
    let seen = 0;
    let done: () => void = () => undefined;
    const caughtUp = new Promise<void>((resolve) => {
      done = resolve;
    });
    if (pendingAtStart === 0) done();
    const messages = await consumer.consume({
      callback: (message) => {
        for (const event of [message.json()].flat()) receive(event);
        if (++seen >= pendingAtStart) done();
      },
    });
    this.reading.push(messages);
    return { caughtUp };
  }

  private async pull(stream: string, durable: string, ahead: number, receive: (message: JsMsg) => void): Promise<ConsumerMessages> {
    const consumer = await this.stream.consumers.get(stream, durable);
    const messages = await consumer.consume({ max_messages: ahead, expires: 10_000, idle_heartbeat: 2_000, callback: receive });
    this.reading.push(messages);
    return messages;
  }

  /** Stops consuming and serving, and waits until every request under way has its reply, 5 s at most. */
  async drain(): Promise<void> {
    await Promise.all(this.reading.splice(0).map((messages) => messages.close()));
    await Promise.all(this.served.splice(0).map((subscription) => subscription.drain().catch(() => undefined)));
    const deadline = performance.now() + 5_000;
    while (this.pendingReplies > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async close(): Promise<void> {
    await Promise.all([this.connection, this.requests].map((connection) => connection.drain().catch(() => connection.close())));
  }
}

function refused(error: Refusal): Wire {
  const { code, status, message: detail, params } = error;
  return { refusal: { code, status, detail, ...(params && { params }) } };
}

/** The server's error for a message; undefined where it was stored. Without a stream the acknowledgement is a status alone. */
function refusalIn(acknowledgement: Msg): string | undefined {
  return acknowledgement.headers?.code
    ? acknowledgement.headers.description || `status ${acknowledgement.headers.code}`
    : acknowledgement.json<{ error?: { description: string } }>().error?.description;
}

/** A third party may publish what is not JSON; that must not stop the reader. */
function dataOf(message: JsMsg, log: Log): unknown {
  try {
    return message.json();
  } catch {
    log.error({ subject: message.subject }, 'skipped a message that is not JSON');
    return undefined;
  }
}
