/**
 * The list of processes: contract, port, what each may say, ask and hear.
 * The message server's permissions are generated from it, so what is not written here is refused.
 */
import { accountRoutes } from './auth/account.ts';
import { staffRoutes } from './auth/staff.ts';
import { authEvents, authRequests, authRoutes } from './auth.ts';
import { betRoutes } from './betting/bets.ts';
import { tradingRoutes } from './betting/trading.ts';
import { bettingEvents, bettingRequests, bettingRoutes } from './betting.ts';
import type { EventType, RequestType, RouteType } from './contract.ts';
import { gatewayRoutes } from './gateway.ts';
import { cashierRoutes } from './wallet/cashier.ts';
import { officeRoutes } from './wallet/office.ts';
import { walletEvents, walletRequests, walletRoutes } from './wallet.ts';

export interface Service {
  /** Where people are answered; health and metrics are 1,000 above it. */
  readonly port: number;
  readonly stores: readonly ('postgres' | 'redis')[];
  readonly routes: Readonly<Record<string, RouteType>>;
  readonly events: Readonly<Record<string, EventType>>;
  readonly answers: Readonly<Record<string, RequestType>>;
  readonly asks: readonly RequestType[];
  /** One durable consumer each, named `<service>_<EventName>`. */
  readonly hears: readonly EventType[];
  /** The part it plays on the stream FEED. */
  readonly feed?: 'speaks' | 'reads';
}

const rooms = {
  auth: {
    port: 4101,
    stores: ['postgres', 'redis'],
    routes: { ...authRoutes, ...accountRoutes, ...staffRoutes },
    events: authEvents,
    answers: authRequests,
    asks: [walletRequests.open, walletRequests.restrict, walletRequests.playCurrency, walletRequests.close],
    hears: [
      authEvents.userRegistered,
      authEvents.userSignedIn,
      authEvents.deviceAdded,
      authEvents.passwordChanged,
      authEvents.twoFactorChanged,
      authEvents.userStatusChanged,
      authEvents.verificationChanged,
      walletEvents.depositApproved,
      walletEvents.depositRejected,
      walletEvents.depositFailed,
      walletEvents.withdrawalApproved,
      walletEvents.withdrawalRejected,
      walletEvents.withdrawalReturned,
      walletEvents.destinationAdded,
      walletEvents.withdrawalPinChanged,
      walletEvents.balanceLow,
      walletEvents.balanceAdjusted,
      walletEvents.bonusGranted,
    ],
  },
  wallet: {
    port: 4102,
    stores: ['postgres'],
    routes: { ...walletRoutes, ...cashierRoutes, ...officeRoutes },
    events: walletEvents,
    answers: walletRequests,
    asks: [],
    hears: [
      authEvents.userRegistered,
      authEvents.userStatusChanged,
      authEvents.verificationChanged,
      authEvents.accountErased,
      bettingEvents.betRejected,
      bettingEvents.betVoided,
      bettingEvents.betSettled,
      bettingEvents.betCashedOut,
      bettingEvents.betResettled,
    ],
  },
  betting: {
    port: 4103,
    stores: ['postgres', 'redis'],
    routes: { ...bettingRoutes, ...betRoutes, ...tradingRoutes },
    events: bettingEvents,
    answers: bettingRequests,
    asks: [walletRequests.stake, walletRequests.stakesOf],
    hears: [],
    feed: 'reads',
  },
} as const satisfies Record<string, Service>;
export type RoomName = keyof typeof rooms;
export const roomNames = Object.keys(rooms) as RoomName[];

const outside = {
  feed: { port: 4111, stores: [], routes: {}, events: {}, answers: {}, asks: [], hears: [], feed: 'speaks' },
  psp: { port: 4112, stores: ['postgres'], routes: {}, events: {}, answers: {}, asks: [], hears: [] },
} as const satisfies Record<string, Service>;

/** What the gateway asks, beside carrying calls. */
export const gatewayAsks: readonly RequestType[] = [authRequests.provenAt];

export const services: Readonly<Record<RoomName | keyof typeof outside, Service>> = { ...rooms, ...outside };
export type ServiceName = keyof typeof services;

export const gatewayPort = 8080;
export const internalPortOffset = 1_000;

export const allRoutes: RouteType[] = [...Object.values(services).flatMap(({ routes }) => Object.values(routes)), ...Object.values(gatewayRoutes)];
export const allEvents: EventType[] = Object.values(services).flatMap(({ events }) => Object.values(events));

/** The room that answers a path, by its first segments. */
export function roomOf(path: string): RoomName | undefined {
  if (path.startsWith('/api/dev/')) return 'auth';
  const segment = path.replace(/^\/api\/(admin\/)?/, '').split(/[/?]/, 1)[0];
  return roomNames.find((name) => name === segment);
}

export const eventStream = 'EVENTS';

export function durableName(service: ServiceName, event: EventType): string {
  return `${service}_${event.name}`;
}
