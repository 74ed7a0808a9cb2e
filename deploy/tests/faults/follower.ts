/** A reader of the live stream that reconnects whenever the stream ends, and stores the newest version of each chat that it has received. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Change } from '@fairline/proto/live/stream';
import { chatEvents } from '@fairline/proto/support/chats';
import { liveItems } from '../live-items.ts';

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
    for await (const { type, id, version } of liveItems<Change>(url, token, 'changes', this.ending.signal)) {
      if (ofChats.has(type)) this.versions.set(id, Math.max(version, this.versions.get(id) ?? 0));
    }
  }
}
