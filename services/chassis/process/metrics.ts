/** Prometheus metrics of one process: of the Node.js runtime, and of every entry point. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(service: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const buckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
  return {
    registry,
    httpSeconds: new Histogram({
      name: 'fairline_http_seconds',
      help: 'HTTP calls by route and status',
      labelNames: ['route', 'status'],
      buckets,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'fairline_request_seconds',
      help: 'Requests served, by verb and outcome',
      labelNames: ['verb', 'outcome'],
      buckets,
      registers,
    }),
    eventsConsumed: new Counter({
      name: 'fairline_events_consumed_total',
      help: 'Events consumed, by consumer and outcome',
      labelNames: ['consumer', 'outcome'],
      registers,
    }),
    eventsPublished: new Counter({
      name: 'fairline_events_published_total',
      help: 'Events published from the outbox',
      registers,
    }),
    outboxLagSeconds: new Gauge({
      name: 'fairline_outbox_lag_seconds',
      help: 'Age of the oldest event not yet published',
      registers,
    }),
    deadLetters: new Counter({
      name: 'fairline_dead_letters_total',
      help: 'Events that became dead letters',
      labelNames: ['consumer'],
      registers,
    }),
    jobSeconds: new Histogram({
      name: 'fairline_job_seconds',
      help: 'Job runs by job and outcome',
      labelNames: ['job', 'outcome'],
      buckets,
      registers,
    }),
  };
}
