/** A reader of the live stream that reconnects whenever the stream ends, and stores the newest version of each chat that it has received. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Change } from '@fairline/proto/live/stream';
import { chatEvents } from '@fairline/proto/support/chats';

const ofChats: ReadonlySet<string> = new Set(Object.values(chatEvents).map(({ subject }) => subject));
const comesBackMs = 250;

export class Follower {
  readonly versions = new Map<string, number>();
  private readonly ending = new AbortController();
  private readonly reading: Promise<void>;

  constructor(url: string, token: string) {
    this.reading = this.readAlways(`${url}/api/stream`, token);
  }

  async end(): Promise<void> {
    this.ending.abort();
    await this.reading;
  }

  private async readAlways(url: string, token: string): Promise<void> {
    while (!this.ending.signal.aborted) {
      // The stream ends when the process behind it dies.
      await this.readOnce(url, token).catch(() => undefined);
      await pause(comesBackMs);
    }
  }

  private async readOnce(url: string, token: string): Promise<void> {
    const { body } = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: this.ending.signal });
    let rest = '';
    for await (const text of (body ?? new ReadableStream<Uint8Array<ArrayBuffer>>()).pipeThrough(new TextDecoderStream())) {
      const frames = (rest + text).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) this.keep(frame);
    }
  }

  private keep(frame: string): void {
    const changes = /^event: changes\ndata: (.*)$/m.exec(frame)?.[1];
    for (const { type, id, version } of JSON.parse(changes ?? '[]') as Change[]) {
      if (ofChats.has(type)) this.versions.set(id, Math.max(version, this.versions.get(id) ?? 0));
    }
  }
}
