/**
 * The message bus: request/reply, hints and streams. Events are published through the outbox only (outbox.ts)
 * and consumed through the inbox only (inbox.ts).
 */

import { common, type Infer, Refusal, type RequestType } from '@fairline/proto/contract';
import { processes, replyInbox, type ServiceName } from '@fairline/proto/processes';
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

/** No reply in time, or no responder. The request may have taken effect, so the caller retries with the same key. */
export class RequestTimeout extends Error {}

/**
 * Waits for a reply without which a call cannot be answered. Throws `unavailable` if the service does not reply, is unavailable itself,
 * or does not know the player yet, because they registered a moment ago.
 */
export async function orUnavailable<T>(reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    if (
      error instanceof RequestTimeout ||
      (error instanceof Refusal && (error.status === 503 || error.is(common.notFound)))
    ) {
      throw new Refusal(common.unavailable);
    }
    throw error;
  }
}

/** A reply on the wire. A fault has no detail; the caller treats it as a timeout. */
type Wire =
  | { ok: unknown }
  | { refusal: { code: string; status: number; detail: string; params?: Record<string, unknown> } }
  | { fault: true };

export interface RequestHandler {
  request: RequestType;
  handle: (input: unknown) => Promise<unknown>;
}

/** Serves one kind of request. */
export function serve<R extends RequestType>(
  request: R,
  run: (input: Infer<R['input']>) => Promise<Infer<R['output']>>,
): RequestHandler {
  return { request, handle: (input) => run(input as Infer<R['input']>) };
}

export class Bus {
  private readonly subscriptions: { drain(): Promise<void> }[] = [];
  private readonly readers: ConsumerMessages[] = [];
  private pendingReplies = 0;

  declare private readonly name: string;
  declare private readonly connection: NatsConnection;
  /** Separate connection for outgoing requests: peers may publish to its reply inboxes; the main connection's inboxes accept only the server. */
  declare private readonly requests: NatsConnection;
  declare private readonly stream: JetStreamClient;
  declare private readonly manager: JetStreamManager;
  declare private readonly log: Log;
  declare private readonly metrics: Metrics;
  private isDisconnected = false;

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
    void this.watchConnection();
  }

  /** Connects, and reconnects forever. Requests during a disconnection end in RequestTimeout. */
  static async open(name: ServiceName | 'gateway', config: BaseConfig, log: Log, metrics: Metrics): Promise<Bus> {
    const options = {
      servers: config.NATS_URL,
      name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 100,
      pingInterval: 2_000,
      maxPingOut: 2,
      // Preparing a stack trace per request cost 20 % of publishing.
      noAsyncTraces: true,
      ...(config.NATS_USER && { user: config.NATS_USER }),
      ...(config.NATS_PASSWORD && { pass: config.NATS_PASSWORD }),
    };
    const [connection, requests] = await Promise.all([
      connect({ ...options, inboxPrefix: `_INBOX_${name}` }),
      connect({ ...options, inboxPrefix: replyInbox(name) }),
    ]);
    const stream = jetstream(connection, { timeout: 5_000 });
    return new Bus({
      name,
      connection,
      requests,
      stream,
      manager: await jetstreamManager(connection, { timeout: 5_000 }),
      log,
      metrics,
    });
  }

  get connected(): boolean {
    return !this.connection.isClosed() && !this.isDisconnected;
  }

  /** The id of the server process: it changes with another server and after a restart. */
  get serverId(): string {
    return this.connection.info?.server_id ?? '';
  }

  /** Round trip to the message server. */
  async roundTripMs(): Promise<number> {
    return this.connection.rtt();
  }

  private async watchConnection(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') this.isDisconnected = true;
      if (status.type === 'reconnect') this.isDisconnected = false;
      if (status.type === 'disconnect' || status.type === 'reconnect') this.log.info({ status: status.type }, 'bus');
      else if (status.type === 'error') this.log.warn({ error: status.error.message }, 'bus');
    }
  }

  /** Sends a request to another service. Throws its Refusal, or RequestTimeout. */
  async request<R extends RequestType>(
    request: R,
    input: Infer<R['input']>,
    timeoutMs = 2_000,
  ): Promise<Infer<R['output']>> {
    let reply: Msg;
    try {
      reply = await this.requests.request(request.subject, JSON.stringify({ trace: traceparent(), input }), {
        timeout: timeoutMs,
      });
    } catch (error) {
      throw new RequestTimeout(`${request.subject}: ${(error as Error).message}`);
    }
    const wire = reply.json<Wire>();
    if ('ok' in wire) return wire.ok as Infer<R['output']>;
    if ('refusal' in wire) throw Refusal.from(wire.refusal);
    throw new RequestTimeout(`${request.subject} failed in its service`);
  }

  /** Serves requests, shared with the other instances. A message that is not a request of a declared caller is dropped, because a consumer of a stream could be made to deliver its messages here. */
  serve(handlers: readonly RequestHandler[]): void {
    const inboxes = callerInboxes(this.name);
    for (const { request, handle } of handlers) {
      const subscription = this.connection.subscribe(request.subject, {
        queue: this.name,
        callback: (error, message) => {
          if (error) return;
          if (message.subject === request.subject && inboxes.some((inbox) => message.reply?.startsWith(inbox)))
            void this.reply(request, handle, message);
          else
            this.log.error(
              { subject: request.subject, from: message.subject, reply: message.reply },
              'dropped a message that no declared caller sent',
            );
        },
      });
      this.subscriptions.push(subscription);
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
      if (!read.success) return refusalReply(new Refusal(common.invalidRequest));
      return { ok: await (trace ? traced(trace, () => handle(read.data)) : handle(read.data)) };
    } catch (error) {
      if (error instanceof Refusal) return refusalReply(error);
      this.log.error(
        {
          error: (error as Error).message,
          stack: isInfrastructure(error) ? undefined : (error as Error).stack,
          subject: request.subject,
        },
        'request failed',
      );
      return { fault: true };
    }
  }

  /** Sends a hint, on which subscribers may refetch. Hints may be lost. */
  hint(subject: string, data: unknown): void {
    if (!this.connection.isClosed()) this.connection.publish(subject, JSON.stringify(data));
  }

  /** Subscribes to the hints of one subject; returns a function that unsubscribes. A message that a stream delivers there is ignored: it has another subject, and a reply subject. */
  onHint(subject: string, receive: (data: unknown, subject: string) => void): () => void {
    const subscription = this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error && message.subject === subject && !message.reply) receive(message.json(), message.subject);
      },
    });
    return () => subscription.unsubscribe();
  }

  /** Publishes one message to a stream; resolves when the server has stored it. A repeat with the same id within a minute is ignored. */
  async publish(subject: string, data: unknown, id: string): Promise<void> {
    await this.stream.publish(subject, typeof data === 'string' ? data : JSON.stringify(data), {
      msgID: id,
      timeout: 5_000,
    });
  }

  /** The number of messages that a durable consumer has not yet acknowledged. */
  async undelivered(stream: string, durable: string): Promise<number> {
    const { num_pending, num_ack_pending } = await this.manager.consumers.info(stream, durable);
    return num_pending + num_ack_pending;
  }

  /**
   * Publishes messages to a stream; resolves when the server has stored all of them. If it throws, publish all of them again with the same ids.
   * All acknowledgements go to one inbox and are counted, because one request per message more than doubled the cost.
   */
  async publishAll(messages: readonly { subject: string; data: string; id: string }[]): Promise<void> {
    const inbox = createInbox(`_INBOX_${this.name}`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let missing = messages.length;
    const acknowledgements = this.connection.subscribe(inbox, {
      callback: (error, acknowledgement) => {
        const problem = error?.message ?? errorIn(acknowledgement);
        if (problem) reject(new Error(`the stream refused a message: ${problem}`));
        else if (--missing === 0) resolve();
      },
    });
    const timeout = setTimeout(
      () => reject(new Error(`${missing} of ${messages.length} messages were not stored in time`)),
      5_000,
    );
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

  /**
   * Starts reading through a durable consumer that the administrator made (streams.ts); if the consumer is lost and recreated, reading continues.
   * Few messages are fetched ahead, because each may hold many events; more are fetched if most hold a single event.
   */
  async consume(stream: string, durable: string, receive: (message: JsMsg) => void, ahead = 32): Promise<void> {
    await this.pull(stream, durable, ahead, receive);
  }

  /**
   * Replays a stream from its start, then follows it. `receive` gets `caughtUp: true` from the message on that reaches the end.
   * `onGap` is called when messages were lost in transit. Returns a function that stops reading.
   */
  async replay(
    stream: string,
    durable: string,
    filter: string,
    receive: (data: unknown, subject: string, caughtUp: boolean, streamSequence: number) => void,
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
    // The server's count of pending messages is wrong if newer messages have replaced older ones. So the reader has caught up when it has
    // reached the sequence that was the last at its start, and then the sequence that was the last at that time.
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
      receive(
        dataOf(message, this.log),
        message.subject,
        pending === 0 || (secondEnd === 'known' && streamSequence >= end),
        streamSequence,
      );
    });
    return async () => {
      this.readers.splice(this.readers.indexOf(messages), 1);
      await messages.close();
    };
  }

  /** Reads events from a point in time on, in order, with an ephemeral consumer of this process. After a connection to the server was lost, call it again on a new connection. */
  async follow(
    stream: string,
    filter: string,
    since: Date,
    receive: (data: unknown) => void,
  ): Promise<{ caughtUp: Promise<void> }> {
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
    this.readers.push(messages);
    return { caughtUp };
  }

  private async pull(
    stream: string,
    durable: string,
    ahead: number,
    receive: (message: JsMsg) => void,
  ): Promise<ConsumerMessages> {
    const consumer = await this.stream.consumers.get(stream, durable).catch((error: Error) => {
      throw new Error(
        `consumer ${durable} of ${stream}: ${error.message}. The administrator makes it: services/chassis/messaging/streams.ts`,
      );
    });
    const messages = await consumer.consume({
      max_messages: ahead,
      expires: 10_000,
      idle_heartbeat: 2_000,
      callback: receive,
    });
    this.readers.push(messages);
    return messages;
  }

  /** Stops consuming and serving, and waits for the replies to running requests, 5 s at most. */
  async drain(): Promise<void> {
    await Promise.all(this.readers.splice(0).map((messages) => messages.close()));
    await Promise.all(this.subscriptions.splice(0).map((subscription) => subscription.drain().catch(() => undefined)));
    const deadline = performance.now() + 5_000;
    while (this.pendingReplies > 0 && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async close(): Promise<void> {
    await Promise.all(
      [this.connection, this.requests].map((connection) => connection.drain().catch(() => connection.close())),
    );
  }
}

/** The reply inboxes of the processes that may send requests to a service. */
function callerInboxes(name: string): string[] {
  return name in processes ? processes[name as ServiceName].callers.map((caller) => `${replyInbox(caller)}.`) : [];
}

function refusalReply(error: Refusal): Wire {
  const { code, status, message: detail, params } = error;
  return { refusal: { code, status, detail, ...(params && { params }) } };
}

/** The server's error for a message; undefined if it was stored. Without a stream the acknowledgement is only a status. */
function errorIn(acknowledgement: Msg): string | undefined {
  return acknowledgement.headers?.code
    ? acknowledgement.headers.description || `status ${acknowledgement.headers.code}`
    : acknowledgement.json<{ error?: { description: string } }>().error?.description;
}

/** A message of a third party may not be JSON; that must not stop the reader. */
function dataOf(message: JsMsg, log: Log): unknown {
  try {
    return message.json();
  } catch {
    log.error({ subject: message.subject }, 'skipped a message that is not JSON');
    return undefined;
  }
}
