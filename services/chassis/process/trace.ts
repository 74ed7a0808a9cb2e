/** The W3C trace context of the current work. It is passed on over HTTP, requests and events, and added to every log line. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

const current = new AsyncLocalStorage<string>();
const shape = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Runs work under the caller's traceparent, or under a new one if the caller sent no valid one. */
export function traced<T>(traceparent: string | undefined, work: () => T): T {
  return current.run(traceparent && shape.test(traceparent) ? traceparent : newTrace(), work);
}

export function traceparent(): string | undefined {
  return current.getStore();
}

export function traceId(): string | undefined {
  return current.getStore()?.slice(3, 35);
}

function newTrace(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}
