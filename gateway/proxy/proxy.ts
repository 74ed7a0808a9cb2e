/**
 * Forwards calls to one service. A JSON body is read completely, checked for its size, and sent over pooled connections; an upload is streamed.
 * If the service is unreachable or does not answer in time, the caller gets 503 and may repeat the call.
 */
import { EventEmitter } from 'node:events';
import type { Agent, ClientRequest } from 'node:http';
import { http } from '@fairline/chassis/http/server';
import type { Log } from '@fairline/chassis/process/log';
import { common, Refusal, type RouteType, tooLargeOf } from '@fairline/proto/contract';
import { type PlatformServiceName, platformServiceNames } from '@fairline/proto/processes';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { errors, Pool } from 'undici';
import type { GatewayConfig } from '../config.ts';
import { ClientGone, limitOf, readBody, refuseLongBody } from './body.ts';
import { CompressionCache } from './compression.ts';
import { type Caller, headersFrom, headersTo } from './headers.ts';

const timing = {
  connectMs: 1_000,
  /** A service ends its own work within 5 s; a slower reply counts as lost. */
  answerMs: 10_000,
  /** Time for an upload to arrive and be stored by the service. */
  uploadMs: 60_000,
} as const;
/** The most concurrent calls per service. Above that the service is overloaded, and further calls would only wait. */
const mostUnderway = 2_000;
const mostConnections = 256;

/** Error codes of a connection that broke before any part of the answer: usually a kept-alive one that the service had just closed. */
const brokenCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

interface Sending {
  readonly headers: Record<string, string>;
  readonly body: Buffer | undefined;
  /** Whether the answer is the same for every caller. */
  readonly isPublic: boolean;
}

export class ServiceProxy {
  private readonly service: PlatformServiceName;
  private readonly log: Log;
  private readonly pool: Pool;
  private readonly compression = new CompressionCache();
  private readonly agent: Agent;
  private readonly uploads: RequestHandler;
  private underway = 0;

  constructor(service: PlatformServiceName, url: string, log: Log) {
    this.service = service;
    this.log = log;
    this.pool = new Pool(url, {
      connections: mostConnections,
      connect: { timeout: timing.connectMs },
      headersTimeout: timing.answerMs,
      bodyTimeout: timing.answerMs,
      keepAliveTimeout: 30_000,
    });
    this.agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
    this.uploads = createProxyMiddleware<Request, Response>({
      target: url,
      agent: this.agent,
      proxyTimeout: timing.uploadMs,
      // Without the default plugins, which would send their own answer if a service fails.
      ejectPlugins: true,
      plugins: [
        (proxy) => {
          proxy.on('proxyReq', (upstream, request) => this.watch(upstream, request));
          proxy.on('proxyRes', (answer) => {
            answer.headers = headersFrom(service, answer.headers);
          });
          proxy.on('error', (error, request) => request && bounds.get(request)?.refuse(error));
        },
      ],
    }) as RequestHandler;
  }

  async pass(route: RouteType, request: Request, response: Response, caller: Caller): Promise<void> {
    if (this.underway >= mostUnderway) throw new Refusal(common.busy);
    this.underway++;
    try {
      if (route.upload) await this.stream(route, request, response, caller);
      else await this.ask(route, request, response, caller);
    } catch (error) {
      throw this.refusalOf(error, request, route);
    } finally {
      this.underway--;
    }
  }

  /** Reads JSON for the gateway itself. Throws if no valid reply arrives in time. */
  async read(path: string, caller: Caller, withinMs: number): Promise<unknown> {
    if (this.underway >= mostUnderway) throw new Refusal(common.busy);
    this.underway++;
    try {
      const headers = headersTo(this.service, {}, caller);
      const { statusCode, body } = await this.pool.request({
        path,
        method: 'GET',
        headers,
        signal: AbortSignal.timeout(withinMs),
      });
      if (statusCode === 200) return await body.json();
      await body.dump();
      throw new Error(`${this.service} answers ${statusCode}`);
    } finally {
      this.underway--;
    }
  }

  async close(): Promise<void> {
    this.agent.destroy();
    await this.pool.destroy();
  }

  private async ask(route: RouteType, request: Request, response: Response, caller: Caller): Promise<void> {
    const headers = headersTo(this.service, request.headers, caller, route.raw);
    delete headers['content-length'];
    const isRead = route.method === 'GET';
    const body = isRead ? undefined : await readBody(request, limitOf(route, undefined));
    const attempt = () => this.send(request, response, { headers, body, isPublic: route.access === 'open' });
    try {
      await attempt();
    } catch (error) {
      if (!isRead || response.headersSent || !brokenCodes.has((error as { code?: string }).code ?? '')) throw error;
      await attempt();
    }
  }

  private async send(request: Request, response: Response, { headers, body, isPublic }: Sending): Promise<void> {
    if (response.destroyed) throw new ClientGone();
    const gone = new EventEmitter();
    const leave = () => gone.emit('abort');
    response.once('close', leave);
    try {
      await this.pool.stream(
        { path: request.url, method: request.method as 'GET', headers, body: body ?? null, signal: gone },
        ({ statusCode, headers: answered }) => {
          const given = headersFrom(this.service, answered as Record<string, string>);
          const isCompressed =
            isPublic &&
            request.method === 'GET' &&
            this.compression.suits(given) &&
            request.acceptsEncodings('gzip') === 'gzip';
          return isCompressed
            ? this.compression.into(response, statusCode, given)
            : response.writeHead(statusCode, given);
        },
      );
    } finally {
      response.off('close', leave);
    }
  }

  private stream(route: RouteType, request: Request, response: Response, caller: Caller): Promise<void> {
    const limit = limitOf(route, request.headers['content-type']);
    refuseLongBody(request, limit);
    const { 'transfer-encoding': encoding } = request.headers;
    request.headers = {
      ...headersTo(this.service, request.headers, caller),
      ...(encoding && { 'transfer-encoding': encoding }),
    };
    return new Promise((resolve, reject) => {
      bounds.set(request, { limit, refuse: reject });
      response.once('close', () => resolve());
      void this.uploads(request, response, (error?: unknown) =>
        reject(error ?? new Error('the proxy passed the call on')),
      );
    });
  }

  /** Counts the body of an upload, and refuses it when it exceeds its limit. */
  private watch(upstream: ClientRequest, request: Request): void {
    const bound = bounds.get(request);
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (!bound || size <= bound.limit || upstream.destroyed) return;
      bound.refuse(new Refusal(common.tooLarge));
      upstream.destroy();
    });
  }

  private refusalOf(error: unknown, request: Request, route: RouteType): unknown {
    if (error instanceof Refusal && error.is(common.tooLarge)) return new Refusal(tooLargeOf(route));
    if (error instanceof Refusal || error instanceof ClientGone) return error;
    if (request.socket.destroyed || error instanceof errors.RequestAbortedError) return new ClientGone();
    this.log.warn(
      { service: this.service, error: (error as Error).message, code: (error as { code?: string }).code },
      'service did not answer',
    );
    return new Refusal(common.unavailable);
  }
}

/** For each upload in progress: its size limit, and the function that refuses it. */
const bounds = new WeakMap<Request, { limit: number; refuse: (error: unknown) => void }>();

export type ServiceProxies = Readonly<Record<PlatformServiceName, ServiceProxy>>;

export function openServiceProxies(config: GatewayConfig, log: Log): ServiceProxies {
  return Object.fromEntries(
    platformServiceNames.map((service) => [service, new ServiceProxy(service, urlOf(config, service), log)]),
  ) as Record<PlatformServiceName, ServiceProxy>;
}

/** The URL of a service. */
export function urlOf(config: GatewayConfig, service: PlatformServiceName): string {
  return config[`${service.toUpperCase() as Uppercase<PlatformServiceName>}_URL`];
}
