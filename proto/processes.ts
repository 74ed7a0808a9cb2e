/**
 * The processes without their contracts: port, stores, and who sends them requests.
 * A process loads this list and the contracts that its own code names, never those of all services (services.ts).
 */

export interface Process {
  /** Where HTTP is served; health and metrics are `internalPortOffset` above it. */
  readonly port: number;
  readonly stores: readonly ('postgres' | 'redis' | 'mongo')[];
  /** The processes that send it requests: those with one of its requests in their lists in services.ts. */
  readonly callers: readonly string[];
  /** Also consumes the events of all services in their order, with one more durable consumer. */
  readonly consumesEvery?: true;
  /** Publishes the heads of the audit log to the stream AUDIT. */
  readonly publishesHeads?: true;
  /** What it does with the stream FEED. */
  readonly feed?: 'publishes' | 'consumes';
}

/** The services of the platform: those that the gateway passes calls to. Risk monitors the deliveries of the others. */
const platform = {
  auth: { port: 4101, stores: ['postgres', 'redis'], callers: ['promotions', 'kyc', 'risk', 'gateway'] },
  wallet: { port: 4102, stores: ['postgres'], callers: ['auth', 'betting', 'casino', 'promotions', 'support', 'risk'] },
  betting: { port: 4103, stores: ['postgres', 'redis'], callers: ['risk'], feed: 'consumes' },
  casino: { port: 4104, stores: ['postgres'], callers: ['risk'] },
  promotions: { port: 4105, stores: ['postgres'], callers: ['risk'] },
  kyc: { port: 4106, stores: ['mongo'], callers: ['risk'] },
  support: { port: 4107, stores: ['mongo'], callers: ['risk'] },
  risk: { port: 4108, stores: ['postgres'], callers: [], consumesEvery: true, publishesHeads: true },
} as const satisfies Record<string, Process>;
export type PlatformServiceName = keyof typeof platform;
export const platformServiceNames = Object.keys(platform) as PlatformServiceName[];

/** Simulated third parties; the gateway has no route to them. */
const simulated = {
  feed: { port: 4111, stores: [], callers: [], feed: 'publishes' },
  psp: { port: 4112, stores: ['postgres'], callers: [] },
} as const satisfies Record<string, Process>;

export type ServiceName = PlatformServiceName | keyof typeof simulated;
export const processes: Readonly<Record<ServiceName, Process>> = { ...platform, ...simulated };

/** Chassis serves the requests of the data monitor in every service of the platform. Risk, which sends them, reads its own tables. */
export const isMonitored = (name: string): name is PlatformServiceName => name in platform && name !== 'risk';

export const gatewayPort = 8080;
/** No multiple of 100, so that the internal ports of one installation never equal the ports of another that is shifted by hundreds. */
export const internalPortOffset = 10_050;

/** The stores of a process. The gateway counts calls in Redis. */
export const storesOf = (name: ServiceName | 'gateway'): Process['stores'] =>
  name === 'gateway' ? ['redis'] : processes[name].stores;

/** The service that serves a path, by its first segments. */
export function serviceOf(path: string): PlatformServiceName | undefined {
  if (path.startsWith('/api/dev/')) return 'auth';
  const segment = path.replace(/^\/api\/(admin\/)?/, '').split(/[/?]/, 1)[0];
  return platformServiceNames.find((name) => name === segment);
}

/** The subject of the inbox of a process. Only replies are delivered there. */
export const replyInbox = (caller: string) => `_ANSWERS_${caller}`;

export const eventStream = 'EVENTS';

/** The durable consumer of a service that consumes every event. */
export const everyEventDurable = (service: ServiceName) => `${service}_every_event`;
export const everyEvent = 'evt.>';

/** The name of a durable consumer. Audit events of all services have the same name, so theirs includes the publishing service. `consumes`: all events of the consuming service. */
export function durableNameAmong(service: ServiceName, event: EventName, consumes: readonly EventName[]): string {
  const sharesName = consumes.some((other) => other.name === event.name && other.service !== event.service);
  return sharesName ? `${service}_${event.service}_${event.name}` : `${service}_${event.name}`;
}

type EventName = { readonly service: string; readonly name: string };
