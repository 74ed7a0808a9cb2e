/** The typed client: one call per route of the contract. It picks the session that the route needs; after a 401 it renews the session once and retries once. */
import { common, Refusal, type RouteType } from '@fairline/proto/contract';
import type { z } from 'zod';
import { send } from '../http/http.ts';
import { operatorSession, playerSession, type Session } from '../session/session.ts';

type Part<Name extends string, Shape extends z.ZodType> = [z.input<Shape>] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<string, never> extends z.input<Shape>
    ? { [K in Name]?: z.input<Shape> }
    : { [K in Name]: z.input<Shape> };

export type CallInput<R extends RouteType> = Part<'params', R['params']> &
  Part<'query', R['query']> &
  Part<'body', R['body']> & { key?: string; file?: File | undefined; signal?: AbortSignal; timeoutMs?: number };

export async function call<R extends RouteType>(
  route: R,
  ...[input]: Record<string, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>]
): Promise<z.output<R['reply']>> {
  const response = await sendAs(sessionOf(route), route, (input ?? {}) as Parameters<typeof send>[1]);
  return (response.status === 204 ? undefined : await response.json()) as z.output<R['reply']>;
}

/** The bytes of a route that returns a file. */
export async function download(
  route: RouteType,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> },
): Promise<Blob> {
  return (await sendAs(sessionOf(route), route, input)).blob();
}

/** The same, with the file name that the server gives, and with the timeout of a long download. */
export async function downloadNamed(
  route: RouteType,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> },
): Promise<{ blob: Blob; name: string | undefined }> {
  const response = await sendAs(sessionOf(route), route, { ...input, timeoutMs: fileTimeoutMs });
  const name = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { blob: await response.blob(), name };
}

/** Enough for a hundred thousand lines on a mobile connection. */
const fileTimeoutMs = 300_000;

function sessionOf(route: RouteType): Session<{ id: string }> | null {
  if (route.access === 'open') return null;
  return route.access === 'player' ? playerSession : operatorSession;
}

/** A request of one player is never sent as another who signed in meanwhile. */
async function sendAs(
  session: Session<{ id: string }> | null,
  route: RouteType,
  sending: Parameters<typeof send>[1] = {},
): Promise<Response> {
  if (!session) return send(route, sending);
  const asked = session.state.who?.id;
  const isAnother = () => asked !== undefined && session.state.who?.id !== asked;
  const token = await session.token();
  if (!token || isAnother()) throw new Refusal(common.unauthenticated);
  try {
    return await send(route, { ...sending, token });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    const fresh = await session.afterRefusal(token);
    if (!fresh || isAnother()) throw error;
    return send(route, { ...sending, token: fresh });
  }
}
