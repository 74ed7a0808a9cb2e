/**
 * The bus: requests and their answers, hints, and streams. Facts leave through the outbox only (outbox.ts)
 * and arrive through the inbox only (inbox.ts); nothing outside this folder touches the client library.
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
import type { BaseConfig } from './config.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { isInfrastructure } from './postgres.ts';
import { traced, traceparent } from './trace.ts';

/** No answer in time, or nobody there: the caller cannot know whether it was done and repeats with the same key. */
export class Silence extends Error {}

/** How an answer travels. A fault carries no detail; the caller treats it as silence. */
type Wire = { ok: unknown } | { refusal: { code: string; status: number; detail: string; params?: Record<string, unknown> } } | { fault: true };

export interface Answer {
  request: RequestType;
  receive: (input: unknown) => Promise<unknown>;
}

/** Answers a request one by one. */
export function answer<R extends RequestType>(request: R, run: (input: Infer<R['input']>) => Promise<Infer<R['output']>>): Answer {
  return { request, receive: (input) => run(input as Infer<R['input']>) };
}

export class Bus {
  private readonly answering: { drain(): Promise<void> }[] = [];
  private readonly reading: ConsumerMessages[] = [];
  private underway = 0;

  declare private readonly name: string;
  declare private readonly connection: NatsConnection;
  /** Asks, and hears nothing but answers: peers may speak into its inboxes, while those of the first are the server's alone. */
  declare private readonly asking: NatsConnection;
  declare private readonly stream: JetStreamClient;
  declare private readonly manager: JetStreamManager;
  declare private readonly log: Log;
  declare private readonly metrics: Metrics;
  private lost = false;

  private constructor(parts: {
    name: string;
    connection: NatsConnection;
    asking: NatsConnection;
    stream: JetStreamClient;
    manager: JetStreamManager;
    log: Log;
    metrics: Metrics;
  }) {
    Object.assign(this, parts);
    void this.watch();
  }

  /** Connects and stays: a lost server is waited for, requests meanwhile end in Silence. */
  static async open(name: string, config: BaseConfig, log: Log, metrics: Metrics): Promise<Bus> {
    const options = {
      servers: config.NATS_URL,
      name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 100,
      pingInterval: 2_000,
      maxPingOut: 2,
      // A stack trace made ahead of each request, for the rare one that fails, was a fifth of what a publication cost.
      noAsyncTraces: true,
      ...(config.NATS_USER && { user: config.NATS_USER }),
      ...(config.NATS_PASSWORD && { pass: config.NATS_PASSWORD }),
    };
    const [connection, asking] = await Promise.all([
      connect({ ...options, inboxPrefix: `_INBOX_${name}` }),
      connect({ ...options, inboxPrefix: `_ANSWERS_${name}` }),
    ]);
    const stream = jetstream(connection, { timeout: 5_000 });
    return new Bus({ name, connection, asking, stream, manager: await jetstreamManager(connection, { timeout: 5_000 }), log, metrics });
  }

  get connected(): boolean {
    return !this.connection.isClosed() && !this.lost;
  }

  /** Changes when the server is another or was restarted. */
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

  /** Asks a peer. Throws its Refusal, or Silence. */
  async ask<R extends RequestType>(request: R, input: Infer<R['input']>, timeoutMs = 2_000): Promise<Infer<R['output']>> {
    let reply: Msg;
    try {
      reply = await this.asking.request(request.subject, JSON.stringify({ trace: traceparent(), input }), { timeout: timeoutMs });
    } catch (error) {
      throw new Silence(`${request.subject}: ${(error as Error).message}`);
    }
    const wire = reply.json<Wire>();
    if ('ok' in wire) return wire.ok as Infer<R['output']>;
    if ('refusal' in wire) throw Refusal.from(wire.refusal);
    throw new Silence(`${request.subject} failed there`);
  }

  /** Serves requests, sharing the work with other instances. */
  answer(answers: readonly Answer[]): void {
    for (const { request, receive } of answers) {
      const subscription = this.connection.subscribe(request.subject, {
        queue: this.name,
        callback: (error, message) => {
          if (!error) void this.reply(request, receive, message);
        },
      });
      this.answering.push(subscription);
    }
  }

  private async reply(request: RequestType, receive: Answer['receive'], message: Msg): Promise<void> {
    this.underway++;
    const startedAt = performance.now();
    const wire = await this.decide(request, receive, message);
    try {
      message.respond(JSON.stringify(wire));
    } catch (error) {
      this.log.warn({ error: (error as Error).message, subject: request.subject }, 'could not answer');
    }
    this.underway--;
    const outcome = 'ok' in wire ? 'ok' : 'refusal' in wire ? wire.refusal.code : 'fault';
    this.metrics.requestSeconds.observe({ verb: request.verb, outcome }, (performance.now() - startedAt) / 1_000);
  }

  private async decide(request: RequestType, receive: Answer['receive'], message: Msg): Promise<Wire> {
    try {
      const { trace, input } = message.json<{ trace?: string; input: unknown }>();
      const read = request.input.safeParse(input);
      if (!read.success) return refused(new Refusal(common.invalidRequest));
      return { ok: await (trace ? traced(trace, () => receive(read.data)) : receive(read.data)) };
    } catch (error) {
      if (error instanceof Refusal) return refused(error);
      this.log.error(
        { error: (error as Error).message, stack: isInfrastructure(error) ? undefined : (error as Error).stack, subject: request.subject },
        'request failed',
      );
      return { fault: true };
    }
  }

  /** A hint: whoever listens now may look again. Losing one costs nothing. */
  hint(subject: string, data: unknown): void {
    if (!this.connection.isClosed()) this.connection.publish(subject, JSON.stringify(data));
  }

  /** Listens to hints; returns the way to stop. */
  onHint(subject: string, receive: (data: unknown, subject: string) => void): () => void {
    const subscription = this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) receive(message.json(), message.subject);
      },
    });
    return () => subscription.unsubscribe();
  }

  /** Stores one message of a stream; resolves when the server has it. The id makes a repeat harmless for a minute. */
  async record(subject: string, data: unknown, id: string): Promise<void> {
    await this.stream.publish(subject, typeof data === 'string' ? data : JSON.stringify(data), { msgID: id, timeout: 5_000 });
  }

  /**
   * Stores messages of a stream; resolves when the server has them all. Where it may not have, this throws and all may be stored again under their ids.
   * Every answer comes to one inbox and is counted: a request for each message cost more than all else that is done for it.
   */
  async recordAll(messages: readonly { subject: string; data: string; id: string }[]): Promise<void> {
    const inbox = createInbox(`_INBOX_${this.name}`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let missing = messages.length;
    const answers = this.connection.subscribe(inbox, {
      callback: (error, answer) => {
        const refusal = error?.message ?? refusalIn(answer);
        if (refusal) reject(new Error(`the stream refused a message: ${refusal}`));
        else if (--missing === 0) resolve();
      },
    });
    const late = setTimeout(() => reject(new Error(`${missing} of ${messages.length} messages were not stored in time`)), 5_000);
    try {
      for (const { subject, data, id } of messages) {
        const about = headers();
        about.set('Nats-Msg-Id', id);
        this.connection.publish(subject, data, { reply: inbox, headers: about });
      }
      await promise;
    } finally {
      clearTimeout(late);
      answers.unsubscribe();
    }
  }

  /** A durable consumer with one filter, made if it is not there yet; resolves when it listens. Few messages are fetched ahead, since each may hold many facts. */
  async consume(stream: string, durable: string, filter: string, receive: (message: JsMsg) => void): Promise<void> {
    await this.manager.consumers.add(stream, {
      durable_name: durable,
      filter_subject: filter,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: 5_000_000_000,
      max_deliver: -1,
      // With up to 32 facts in a message as many as are done long before they would be delivered again.
      max_ack_pending: 64,
    });
    await this.pull(stream, durable, 32, receive);
  }

  /** Reads a stream again from its start and on; what a reader knew before is forgotten. `onGap` says that messages went astray. Returns the way to stop. */
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
    // The server's own count of what is left drifts where newer messages take the place of older ones. So the end is where the stream ended at the start;
    // who gets there asks once more, and is there when he has that as well.
    const endOf = async () => (await this.manager.streams.info(stream)).state.last_seq;
    let end = await endOf();
    let again: 'not asked' | 'asked' | 'known' = 'not asked';
    let heard = 0;
    const messages = await this.pull(stream, durable, 512, (message) => {
      const { deliverySequence, streamSequence, pending } = message.info;
      if (deliverySequence !== heard + 1) onGap();
      heard = deliverySequence;
      if (streamSequence >= end && again === 'not asked') {
        again = 'asked';
        endOf().then(
          (sequence) => {
            end = sequence;
            again = 'known';
          },
          () => {
            again = 'not asked';
          },
        );
      }
      receive(dataOf(message, this.log), message.subject, pending === 0 || (again === 'known' && streamSequence >= end), streamSequence);
    });
    return async () => {
      this.reading.splice(this.reading.indexOf(messages), 1);
      await messages.close();
    };
  }

  /** Follows facts from an instant on with a consumer of this process alone, in order. After a loss of the server, follow again on a new connection. */
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
        for (const fact of [message.json()].flat()) receive(fact);
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

  /** Stops hearing and answering, and waits until what was begun is answered, 5 s at most. */
  async quiet(): Promise<void> {
    await Promise.all(this.reading.splice(0).map((messages) => messages.close()));
    await Promise.all(this.answering.splice(0).map((subscription) => subscription.drain().catch(() => undefined)));
    const deadline = performance.now() + 5_000;
    while (this.underway > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async close(): Promise<void> {
    await Promise.all([this.connection, this.asking].map((connection) => connection.drain().catch(() => connection.close())));
  }
}

function refused(error: Refusal): Wire {
  const { code, status, message: detail, params } = error;
  return { refusal: { code, status, detail, ...(params && { params }) } };
}

/** What the server says against a message; nothing where it was stored. Without a stream the answer is a status alone. */
function refusalIn(answer: Msg): string | undefined {
  return answer.headers?.code
    ? answer.headers.description || `status ${answer.headers.code}`
    : answer.json<{ error?: { description: string } }>().error?.description;
}

/** What an outside world wrote may not be JSON; that must not stop the reader. */
function dataOf(message: JsMsg, log: Log): unknown {
  try {
    return message.json();
  } catch {
    log.error({ subject: message.subject }, 'a message that is not JSON was passed over');
    return undefined;
  }
}
