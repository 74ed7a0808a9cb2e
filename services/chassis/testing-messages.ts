/** Reads along on a running message server, as its administrator: requests with the inbox of their sender, and hints. For tests of a whole platform. */
import { connect } from 'nats';
import type { MessageServer } from './messaging/streams.ts';

export interface SeenMessage {
  readonly subject: string;
  readonly reply: string;
  readonly text: string;
  readonly at: number;
}

export class MessageReader {
  readonly seen: SeenMessage[] = [];
  /** Resolves once everything that was sent before the call is in `seen`. */
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;

  private constructor(connection: Awaited<ReturnType<typeof connect>>, subjects: readonly string[]) {
    this.flush = () => connection.flush();
    this.close = () => connection.close();
    for (const subject of subjects)
      connection.subscribe(subject, {
        callback: (_, message) => {
          const { subject, reply = '' } = message;
          this.seen.push({ subject, reply, text: message.string(), at: Date.now() });
        },
      });
  }

  static async open({ url, user, password }: MessageServer, subjects: readonly string[]): Promise<MessageReader> {
    const connection = await connect({ servers: url, ...(user && { user }), ...(password && { pass: password }) });
    const reader = new MessageReader(connection, subjects);
    await reader.flush();
    return reader;
  }
}
