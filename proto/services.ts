/**
 * The processes: port, stores, routes, and what each publishes, consumes, serves and requests.
 * The message server's permissions are generated from this list, so it refuses whatever is not declared here.
 */

import { accountEvents, accountRoutes } from './auth/account.ts';
import { authAuditEvents } from './auth/audit.ts';
import { emailEvents, emailRoutes } from './auth/email.ts';
import { mailEvents, mailRoutes } from './auth/mail.ts';
import { passkeyEvents, passkeyRoutes } from './auth/passkeys.ts';
import { sessionEvents, sessionRequests, sessionRoutes } from './auth/sessions.ts';
import { staffRoutes } from './auth/staff.ts';
import { userEvents, userRequests, userRoutes } from './auth/users.ts';
import { bettingAuditEvents } from './betting/audit.ts';
import { betEvents, betRoutes } from './betting/bets.ts';
import { cashOutRoutes } from './betting/cash-out.ts';
import { deskRoutes } from './betting/desk.ts';
import { deskRequestRoutes } from './betting/desk-requests.ts';
import { offerEvents, offerRoutes } from './betting/offer.ts';
import { originRoutes } from './betting/origins.ts';
import { receiptRoutes } from './betting/receipts.ts';
import { resultRoutes } from './betting/results.ts';
import { settlementRoutes } from './betting/settlement.ts';
import { stopRoutes } from './betting/stops.ts';
import { casinoAuditEvents } from './casino/audit.ts';
import { casinoDeskEvents, casinoDeskRoutes } from './casino/desk.ts';
import { fairnessEvents, fairnessRoutes } from './casino/fairness.ts';
import { gameRoutes } from './casino/games.ts';
import { roundEvents, roundRoutes } from './casino/rounds.ts';
import { sessionRoutes as casinoSessionRoutes } from './casino/sessions.ts';
import { bettingCheckEvents, casinoCheckEvents, walletCheckEvents } from './checks.ts';
import type { EventType, RequestType, RouteType } from './contract.ts';
import { gatewayRoutes } from './gateway.ts';
import { kycAuditEvents } from './kyc/audit.ts';
import { kycDeskRoutes } from './kyc/desk.ts';
import { documentEvents, documentRoutes } from './kyc/documents.ts';
import { verificationEvents, verificationRoutes } from './kyc/verifications.ts';
import { promotionsAuditEvents } from './promotions/audit.ts';
import { claimEvents, claimRoutes } from './promotions/claims.ts';
import { promotionDeskEvents, promotionDeskRoutes } from './promotions/desk.ts';
import { loyaltyEvents, loyaltyRoutes } from './promotions/loyalty.ts';
import { offerRoutes as promotionRoutes } from './promotions/offers.ts';
import { alertEvents, alertRoutes } from './risk/alerts.ts';
import { auditLogRoutes, riskAuditEvents } from './risk/audit.ts';
import { type DeliveryRequests, deliveryRequests, deliveryRoutes } from './risk/deliveries.ts';
import { exclusionEvents, exclusionRoutes } from './risk/exclusions.ts';
import { harmEvents, harmRoutes } from './risk/harm.ts';
import { levelEvents, levelRoutes } from './risk/levels.ts';
import { limitEvents, limitRoutes } from './risk/limits.ts';
import { ruleRoutes } from './risk/rules.ts';
import { sessionEvents as playSessionEvents, sessionRoutes as playSessionRoutes } from './risk/sessions.ts';
import { streamRoutes } from './risk/stream.ts';
import {
  authSearchRoutes,
  bettingSearchRoutes,
  casinoSearchRoutes,
  kycSearchRoutes,
  promotionsSearchRoutes,
  riskSearchRoutes,
  supportSearchRoutes,
  walletSearchRoutes,
} from './search.ts';
import { supportAuditEvents } from './support/audit.ts';
import { chatDeskRoutes, chatEvents, chatRoutes } from './support/chats.ts';
import { faqRoutes } from './support/faq.ts';
import { ticketDeskRoutes, ticketEvents, ticketRoutes } from './support/tickets.ts';
import { adjustmentEvents, adjustmentRoutes } from './wallet/adjustments.ts';
import { approvalRoutes, automaticEvents, automaticRoutes } from './wallet/approvals.ts';
import { walletAuditEvents } from './wallet/audit.ts';
import { bookEvents, bookRoutes } from './wallet/books.ts';
import { exchangeEvents, exchangeRequests, exchangeRoutes } from './wallet/exchange.ts';
import { figureRoutes } from './wallet/figures.ts';
import { grantEvents, grantRequests, grantRoutes, welcomeEvents, welcomeRoutes } from './wallet/grants.ts';
import { historyRoutes } from './wallet/history.ts';
import { ledgerEvents, ledgerRequests, ledgerRoutes } from './wallet/ledger.ts';
import { paymentEvents, paymentRoutes } from './wallet/payments.ts';
import { playerEvents, playerRequests, playerRoutes } from './wallet/players.ts';

export interface Service {
  /** Where HTTP is served; health and metrics are `internalPortOffset` above it. */
  readonly port: number;
  readonly stores: readonly ('postgres' | 'redis' | 'mongo')[];
  readonly routes: Readonly<Record<string, RouteType>>;
  readonly publishes: Readonly<Record<string, EventType>>;
  readonly serves: Readonly<Record<string, RequestType>>;
  readonly requests: readonly RequestType[];
  /** One durable consumer each, named `<service>_<EventName>`. */
  readonly consumes: readonly EventType[];
  /** Also consumes the events of all services in their order, with one more durable consumer. */
  readonly consumesEvery?: true;
  /** Publishes the heads of the audit log to the stream AUDIT. */
  readonly publishesHeads?: true;
  /** What it does with the stream FEED. */
  readonly feed?: 'publishes' | 'consumes';
}

/** The services of the platform: those that the gateway passes calls to. */
const platform = {
  auth: {
    port: 4101,
    stores: ['postgres', 'redis'],
    routes: { ...userRoutes, ...sessionRoutes, ...passkeyRoutes, ...mailRoutes, ...emailRoutes, ...accountRoutes, ...staffRoutes, ...authSearchRoutes },
    publishes: { ...userEvents, ...sessionEvents, ...passkeyEvents, ...mailEvents, ...emailEvents, ...accountEvents, ...authAuditEvents },
    serves: { ...sessionRequests, ...userRequests },
    requests: [playerRequests.open, playerRequests.restrict, playerRequests.playCurrency, playerRequests.close],
    consumes: [
      userEvents.userRegistered,
      sessionEvents.userSignedIn,
      sessionEvents.deviceAdded,
      sessionEvents.passwordChanged,
      sessionEvents.twoFactorChanged,
      emailEvents.emailChangeRequested,
      emailEvents.emailChanged,
      passkeyEvents.passkeyChanged,
      userEvents.userStatusChanged,
      userEvents.verificationChanged,
      paymentEvents.depositApproved,
      paymentEvents.depositRejected,
      paymentEvents.depositFailed,
      paymentEvents.withdrawalApproved,
      paymentEvents.withdrawalPaid,
      paymentEvents.withdrawalRejected,
      paymentEvents.withdrawalReturned,
      paymentEvents.destinationAdded,
      paymentEvents.destinationSaved,
      playerEvents.withdrawalPinChanged,
      ledgerEvents.balanceLow,
      adjustmentEvents.balanceAdjusted,
      grantEvents.bonusGranted,
      verificationEvents.approved,
      verificationEvents.rejected,
      verificationEvents.expired,
      verificationEvents.changed,
      claimEvents.promotionClaimed,
      claimEvents.wageringCompleted,
      claimEvents.claimEnded,
      loyaltyEvents.tierChanged,
      loyaltyEvents.cashbackPaid,
      ticketEvents.ticketOpened,
      ticketEvents.ticketAnswered,
      exclusionEvents.playerExcluded,
      exclusionEvents.exclusionEnded,
      levelEvents.riskLevelChanged,
    ],
  },
  wallet: {
    port: 4102,
    stores: ['postgres'],
    routes: {
      ...ledgerRoutes,
      ...figureRoutes,
      ...grantRoutes,
      ...bookRoutes,
      ...playerRoutes,
      ...welcomeRoutes,
      ...exchangeRoutes,
      ...paymentRoutes,
      ...approvalRoutes,
      ...automaticRoutes,
      ...adjustmentRoutes,
      ...historyRoutes,
      ...walletSearchRoutes,
    },
    publishes: {
      ...ledgerEvents,
      ...grantEvents,
      ...playerEvents,
      ...welcomeEvents,
      ...exchangeEvents,
      ...paymentEvents,
      ...automaticEvents,
      ...adjustmentEvents,
      ...bookEvents,
      ...walletCheckEvents,
      ...walletAuditEvents,
    },
    serves: { ...ledgerRequests, ...exchangeRequests, ...grantRequests, ...playerRequests },
    requests: [],
    consumes: [
      userEvents.userRegistered,
      mailEvents.emailVerified,
      userEvents.userStatusChanged,
      userEvents.verificationChanged,
      userEvents.accountErased,
      betEvents.betRejected,
      betEvents.betVoided,
      betEvents.betSettled,
      betEvents.betCashedOut,
      betEvents.betResettled,
    ],
  },
  betting: {
    port: 4103,
    stores: ['postgres', 'redis'],
    routes: {
      ...offerRoutes,
      ...betRoutes,
      ...originRoutes,
      ...resultRoutes,
      ...receiptRoutes,
      ...cashOutRoutes,
      ...settlementRoutes,
      ...deskRoutes,
      ...deskRequestRoutes,
      ...stopRoutes,
      ...bettingSearchRoutes,
    },
    publishes: { ...offerEvents, ...betEvents, ...bettingCheckEvents, ...bettingAuditEvents },
    serves: {},
    requests: [ledgerRequests.stake, ledgerRequests.stakesOf],
    consumes: [],
    feed: 'consumes',
  },
  casino: {
    port: 4104,
    stores: ['postgres'],
    routes: { ...gameRoutes, ...roundRoutes, ...fairnessRoutes, ...casinoSessionRoutes, ...casinoDeskRoutes, ...casinoSearchRoutes },
    publishes: { ...roundEvents, ...fairnessEvents, ...casinoDeskEvents, ...casinoCheckEvents, ...casinoAuditEvents },
    serves: {},
    requests: [ledgerRequests.play, ledgerRequests.voidRound, ledgerRequests.roundsOf, ledgerRequests.jackpots, exchangeRequests.worth],
    consumes: [exclusionEvents.playerExcluded],
  },
  promotions: {
    port: 4105,
    stores: ['postgres'],
    routes: { ...promotionRoutes, ...claimRoutes, ...loyaltyRoutes, ...promotionDeskRoutes, ...promotionsSearchRoutes },
    publishes: { ...claimEvents, ...loyaltyEvents, ...promotionDeskEvents, ...promotionsAuditEvents },
    serves: {},
    requests: [userRequests.person, grantRequests.grant, grantRequests.convert, grantRequests.forfeit, grantRequests.bonusEligibility, grantRequests.netLosses],
    consumes: [
      userEvents.userRegistered,
      mailEvents.emailVerified,
      userEvents.userStatusChanged,
      userEvents.verificationChanged,
      userEvents.accountErased,
      paymentEvents.depositApproved,
      paymentEvents.withdrawalRequested,
      exchangeEvents.currencyConverted,
      betEvents.betAccepted,
      betEvents.betSettled,
      betEvents.betVoided,
      betEvents.betResettled,
      betEvents.betAtRiskChanged,
      roundEvents.roundSettled,
      grantEvents.bonusForfeited,
      grantEvents.bonusSpent,
      exclusionEvents.playerExcluded,
      harmEvents.harmScoreChanged,
    ],
  },
  kyc: {
    port: 4106,
    stores: ['mongo'],
    routes: { ...documentRoutes, ...verificationRoutes, ...kycDeskRoutes, ...kycSearchRoutes },
    publishes: { ...documentEvents, ...verificationEvents, ...kycAuditEvents },
    serves: {},
    requests: [userRequests.identity],
    consumes: [userEvents.verificationChanged, accountEvents.profileUpdated, userEvents.accountErased],
  },
  support: {
    port: 4107,
    stores: ['mongo'],
    routes: { ...faqRoutes, ...ticketRoutes, ...ticketDeskRoutes, ...chatRoutes, ...chatDeskRoutes, ...supportSearchRoutes },
    publishes: { ...ticketEvents, ...chatEvents, ...supportAuditEvents },
    serves: {},
    requests: [ledgerRequests.ownerOf],
    consumes: [loyaltyEvents.tierChanged, userEvents.accountErased],
  },
  risk: {
    port: 4108,
    stores: ['postgres'],
    routes: {
      ...limitRoutes,
      ...exclusionRoutes,
      ...playSessionRoutes,
      ...harmRoutes,
      ...alertRoutes,
      ...ruleRoutes,
      ...levelRoutes,
      ...streamRoutes,
      ...auditLogRoutes,
      ...deliveryRoutes,
      ...riskSearchRoutes,
    },
    consumesEvery: true,
    publishesHeads: true,
    publishes: { ...limitEvents, ...exclusionEvents, ...playSessionEvents, ...harmEvents, ...levelEvents, ...alertEvents, ...riskAuditEvents },
    serves: {},
    requests: [playerRequests.restrict, playerRequests.playState, playerRequests.activity],
    consumes: [
      authAuditEvents.operatorActed,
      walletAuditEvents.operatorActed,
      bettingAuditEvents.operatorActed,
      casinoAuditEvents.operatorActed,
      promotionsAuditEvents.operatorActed,
      kycAuditEvents.operatorActed,
      supportAuditEvents.operatorActed,
      riskAuditEvents.operatorActed,
      verificationEvents.changed,
      userEvents.duplicateSuspected,
      userEvents.accountErased,
      paymentEvents.depositApproved,
      paymentEvents.depositRejected,
      paymentEvents.depositFailed,
      paymentEvents.withdrawalRejected,
      betEvents.betAccepted,
      betEvents.betSettled,
      betEvents.betVoided,
      betEvents.betCashedOut,
      betEvents.betResettled,
      roundEvents.roundSettled,
      bookEvents.booksStopped,
      walletCheckEvents.checkOverdue,
      bettingCheckEvents.checkOverdue,
      casinoCheckEvents.checkOverdue,
      offerEvents.pricesTampered,
      adjustmentEvents.balanceAdjusted,
      claimEvents.promotionClaimed,
      claimEvents.linkedBetsFound,
      grantEvents.grantLimitReached,
      casinoDeskEvents.gameOutOfRange,
      limitEvents.limitSet,
      exclusionEvents.playerExcluded,
      exclusionEvents.exclusionEnded,
    ],
  },
} as const satisfies Record<string, Service>;
export type PlatformServiceName = keyof typeof platform;
export const platformServiceNames = Object.keys(platform) as PlatformServiceName[];

/** Simulated third parties; the gateway has no route to them. */
const simulated = {
  feed: { port: 4111, stores: [], routes: {}, publishes: {}, serves: {}, requests: [], consumes: [], feed: 'publishes' },
  psp: { port: 4112, stores: ['postgres'], routes: {}, publishes: {}, serves: {}, requests: [], consumes: [] },
} as const satisfies Record<string, Service>;

/** Requests that the gateway itself sends, besides passing calls on. */
export const gatewayRequests: readonly RequestType[] = [sessionRequests.provenAt];

/** Events that each gateway instance follows with its own consumers, from a point in time. */
export const gatewayFollows: readonly EventType[] = [sessionEvents.sessionRevoked, userEvents.userStatusChanged, userEvents.verificationChanged];

/** Chassis serves the requests of the data monitor in every service of the platform. Risk, which sends them, reads its own tables. */
const monitored = platformServiceNames.filter((name) => name !== 'risk');
export const deliveryRequestsOf = Object.fromEntries(platformServiceNames.map((name) => [name, deliveryRequests(name)])) as Record<
  PlatformServiceName,
  DeliveryRequests
>;

function withDeliveries(name: PlatformServiceName): Service {
  const service: Service = platform[name];
  if (name === 'risk') return { ...service, requests: [...service.requests, ...monitored.flatMap((other) => Object.values(deliveryRequestsOf[other]))] };
  return { ...service, serves: { ...service.serves, ...deliveryRequestsOf[name] } };
}

const monitoredPlatform = Object.fromEntries(platformServiceNames.map((name) => [name, withDeliveries(name)])) as Record<PlatformServiceName, Service>;

export const services: Readonly<Record<PlatformServiceName | keyof typeof simulated, Service>> = { ...monitoredPlatform, ...simulated };
export type ServiceName = keyof typeof services;

export const gatewayPort = 8080;
/** No multiple of 100, so that the internal ports of one installation never equal the ports of another that is shifted by hundreds. */
export const internalPortOffset = 10_050;

export const allRoutes: RouteType[] = [...Object.values(services).flatMap(({ routes }) => Object.values(routes)), ...Object.values(gatewayRoutes)];
export const allEvents: EventType[] = Object.values(services).flatMap(({ publishes }) => Object.values(publishes));

/** The stores of a process. The gateway counts calls in Redis. */
export const storesOf = (name: ServiceName | 'gateway'): Service['stores'] => (name === 'gateway' ? ['redis'] : services[name].stores);

/** The service that serves a path, by its first segments. */
export function serviceOf(path: string): PlatformServiceName | undefined {
  if (path.startsWith('/api/dev/')) return 'auth';
  const segment = path.replace(/^\/api\/(admin\/)?/, '').split(/[/?]/, 1)[0];
  return platformServiceNames.find((name) => name === segment);
}

/** The processes that may send a service requests. */
export function callersOf(service: ServiceName): (ServiceName | 'gateway')[] {
  const served = new Set(Object.values(services[service].serves));
  const callers = (Object.keys(services) as ServiceName[]).filter((name) => services[name].requests.some((request) => served.has(request)));
  return [...callers, ...(gatewayRequests.some((request) => served.has(request)) ? ['gateway' as const] : [])];
}

/** The subject of the inbox of a process. Only replies are delivered there. */
export const replyInbox = (caller: ServiceName | 'gateway') => `_ANSWERS_${caller}`;

export const eventStream = 'EVENTS';

/** The durable consumer of a service that consumes every event. */
export const everyEventDurable = (service: ServiceName) => `${service}_every_event`;
export const everyEvent = 'evt.>';

/** The durable consumers of a service, and the subjects that each reads. */
export function durablesOf(name: ServiceName, service: Service = services[name]): { name: string; subject: string; readsEvery: boolean }[] {
  return [
    ...service.consumes.map((event) => ({ name: durableName(name, event), subject: event.subject, readsEvery: false })),
    ...(service.consumesEvery ? [{ name: everyEventDurable(name), subject: everyEvent, readsEvery: true }] : []),
  ];
}

/** The name of a durable consumer. Audit events of all services have the same name, so theirs includes the publishing service. */
export function durableName(service: ServiceName, event: EventType): string {
  const sharesName = services[service].consumes.some((other) => other.name === event.name && other.service !== event.service);
  return sharesName ? `${service}_${event.service}_${event.name}` : `${service}_${event.name}`;
}
