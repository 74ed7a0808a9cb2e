/**
 * Routes of the gateway itself: the live stream, the API documents and the health of the platform.
 * All other routes under /api belong to a service.
 */
import { z } from 'zod';
import { common, Instant, route } from './contract.ts';
import { streamRoutes } from './live/stream.ts';
import { searchAll } from './search.ts';

const HealthPart = z.object({
  name: z.string(),
  state: z.enum(['up', 'down']),
  /** Response time; null without a response, or where none is requested. */
  latencyMs: z.number().nullable(),
  detail: z.string(),
  /** From the metrics of the process since the previous sample; absent if there was none. */
  cpuPercent: z.number().optional(),
  memoryMb: z.number().optional(),
  /** The mean over the calls that it handled. */
  responseMs: z.number().optional(),
  requestsPerSecond: z.number().optional(),
  /** Calls that ended in a fault (5xx), in per cent. */
  errorPercent: z.number().optional(),
});

/** The thresholds of each figure: warning, then critical. */
export const healthThresholds = {
  cpuPercent: [50, 80],
  memoryPercent: [70, 85],
  diskPercent: [60, 80],
  responseMs: [100, 200],
  latencyMs: [50, 100],
  errorPercent: [0.1, 0.5],
} as const;

export const SystemHealth = z.object({
  state: z.enum(['up', 'degraded']),
  checkedAt: Instant,
  openStreams: z.int(),
  parts: z.array(HealthPart),
  /** The gateway's machine, and all processes together. */
  host: z
    .object({
      cpuPercent: z.number(),
      memoryPercent: z.number(),
      diskPercent: z.number(),
      responseMs: z.number(),
      latencyMs: z.number(),
      errorPercent: z.number(),
      requestsPerSecond: z.number(),
    })
    .optional(),
  /** The share of checks in the last 24 hours that found every part up. `since`: the time of the first one. */
  uptime: z.object({ percent: z.number(), since: Instant }).optional(),
});
export type SystemHealth = z.infer<typeof SystemHealth>;

/** A reply that is not JSON. */
const text = (contentMediaType: string) => z.string().meta({ override: { type: 'string', contentMediaType } });

export const gatewayRoutes = {
  ...streamRoutes,
  systemHealth: route('GET /api/admin/system/health', {
    summary: 'Whether each process and server responds, and how fast',
    access: { operator: 'system.read' },
    reply: SystemHealth,
  }),
  search: searchAll,
  openapi: route('GET /api/openapi.json', {
    summary: 'This document',
    access: 'open',
    reply: z.looseObject({ openapi: z.string() }),
  }),
  docs: route('GET /api/docs', { summary: 'This document as a page', access: 'open', reply: text('text/html') }),
  alive: route('GET /healthz', { summary: 'Whether the gateway runs', access: 'open', reply: text('text/plain') }),
  ready: route('GET /readyz', {
    summary: 'Whether the gateway can serve',
    access: 'open',
    reply: text('text/plain'),
    refusals: [common.unavailable],
  }),
} as const;
