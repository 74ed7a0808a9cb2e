/**
 * The contracts of all services: routes, and what each publishes, consumes, serves and requests.
 * The message server's permissions are generated from this list, so it refuses whatever is not declared here.
 */

import { accountEvents, accountRoutes } from './auth/account.ts';
import { authAuditEvents } from './auth/audit.ts';
import { emailRoutes } from './auth/email.ts';
import { mailEvents, mailRoutes } from './auth/mail.ts';
import { passkeyRoutes } from './auth/passkeys.ts';
import { authPublishes } from './auth/publishes.ts';
import { sessionEvents, sessionRequests, sessionRoutes } from './auth/sessions.ts';
import { staffRoutes } from './auth/staff.ts';
import { userEvents, userRequests, userRoutes } from './auth/users.ts';
import { authConsumes } from './auth-consumes.ts';
import { bettingAuditEvents } from './betting/audit.ts';
import { betEvents, betRoutes } from './betting/bets.ts';
import { cashOutRoutes } from './betting/cash-out.ts';
import { deskRoutes } from './betting/desk.ts';
import { deskRequestRoutes } from './betting/desk-requests.ts';
import { offerEvents, offerRoutes } from './betting/offer.ts';
import { originRoutes } from './betting/origins.ts';
import { bettingPublishes } from './betting/publishes.ts';
import { receiptRoutes } from './betting/receipts.ts';
import { resultRoutes } from './betting/results.ts';
import { settlementRoutes } from './betting/settlement.ts';
import { stopRoutes } from './betting/stops.ts';
import { casinoAuditEvents } from './casino/audit.ts';
import { casinoDeskEvents, casinoDeskRoutes } from './casino/desk.ts';
import { fairnessRoutes } from './casino/fairness.ts';
import { gameRoutes } from './casino/games.ts';
import { casinoPublishes } from './casino/publishes.ts';
import { roundEvents, roundRoutes } from './casino/rounds.ts';
import { sessionRoutes as casinoSessionRoutes } from './casino/sessions.ts';
import { bettingCheckEvents, casinoCheckEvents, walletCheckEvents } from './checks.ts';
import type { EventType, RequestType, RouteType } from './contract.ts';
import { gatewayRoutes } from './gateway.ts';
import { kycAuditEvents } from './kyc/audit.ts';
import { kycDeskRoutes } from './kyc/desk.ts';
import { documentRoutes } from './kyc/documents.ts';
import { kycPublishes } from './kyc/publishes.ts';
import { verificationEvents, verificationRoutes } from './kyc/verifications.ts';
import {
  durableNameAmong,
  everyEvent,
  everyEventDurable,
  isMonitored,
  type PlatformServiceName,
  type Process,
  platformServiceNames,
  processes,
  type ServiceName,
} from './processes.ts';
import { promotionsAuditEvents } from './promotions/audit.ts';
import { claimEvents, claimRoutes } from './promotions/claims.ts';
import { promotionDeskRoutes } from './promotions/desk.ts';
import { loyaltyEvents, loyaltyRoutes } from './promotions/loyalty.ts';
import { offerRoutes as promotionRoutes } from './promotions/offers.ts';
import { promotionsPublishes } from './promotions/publishes.ts';
import { alertRoutes } from './risk/alerts.ts';
import { auditLogRoutes, riskAuditEvents } from './risk/audit.ts';
import { type DeliveryRequests, deliveryRequests, deliveryRoutes } from './risk/deliveries.ts';
import { exclusionEvents, exclusionRoutes } from './risk/exclusions.ts';
import { harmEvents, harmRoutes } from './risk/harm.ts';
import { levelRoutes } from './risk/levels.ts';
import { limitEvents, limitRoutes } from './risk/limits.ts';
import { riskPublishes } from './risk/publishes.ts';
import { ruleRoutes } from './risk/rules.ts';
import { sessionRoutes as playSessionRoutes } from './risk/sessions.ts';
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
import { chatDeskRoutes, chatRoutes } from './support/chats.ts';
import { faqRoutes } from './support/faq.ts';
import { supportPublishes } from './support/publishes.ts';
import { ticketDeskRoutes, ticketRoutes } from './support/tickets.ts';
import { adjustmentEvents, adjustmentRoutes } from './wallet/adjustments.ts';
import { approvalRoutes, automaticRoutes } from './wallet/approvals.ts';
import { walletAuditEvents } from './wallet/audit.ts';
import { bookEvents, bookRoutes } from './wallet/books.ts';
import { exchangeEvents, exchangeRequests, exchangeRoutes } from './wallet/exchange.ts';
import { figureRoutes } from './wallet/figures.ts';
import { grantEvents, grantRequests, grantRoutes, welcomeRoutes } from './wallet/grants.ts';
import { historyRoutes } from './wallet/history.ts';
import { ledgerRequests, ledgerRoutes } from './wallet/ledger.ts';
import { paymentEvents, paymentRoutes } from './wallet/payments.ts';
import { playerRequests, playerRoutes } from './wallet/players.ts';
import { walletPublishes } from './wallet/publishes.ts';

export interface Service extends Process {
  readonly routes: Readonly<Record<string, RouteType>>;
  readonly publishes: Readonly<Record<string, EventType>>;
  readonly serves: Readonly<Record<string, RequestType>>;
  readonly requests: readonly RequestType[];
  /** One durable consumer each, named `<service>_<EventName>`. */
  readonly consumes: readonly EventType[];
}

/** The contracts of the services of the platform. */
const platform = {
  auth: {
    ...processes.auth,
    routes: {
      ...userRoutes,
      ...sessionRoutes,
      ...passkeyRoutes,
      ...mailRoutes,
      ...emailRoutes,
      ...accountRoutes,
      ...staffRoutes,
      ...authSearchRoutes,
    },
    publishes: authPublishes,
    serves: { ...sessionRequests, ...userRequests },
    requests: [playerRequests.open, playerRequests.restrict, playerRequests.playCurrency, playerRequests.close],
    consumes: authConsumes,
  },
  wallet: {
    ...processes.wallet,
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
    publishes: walletPublishes,
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
    ...processes.betting,
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
    publishes: bettingPublishes,
    serves: {},
    requests: [ledgerRequests.stake, ledgerRequests.stakesOf],
    consumes: [],
  },
  casino: {
    ...processes.casino,
    routes: {
      ...gameRoutes,
      ...roundRoutes,
      ...fairnessRoutes,
      ...casinoSessionRoutes,
      ...casinoDeskRoutes,
      ...casinoSearchRoutes,
    },
    publishes: casinoPublishes,
    serves: {},
    requests: [
      ledgerRequests.play,
      ledgerRequests.voidRound,
      ledgerRequests.roundsOf,
      ledgerRequests.jackpots,
      exchangeRequests.worth,
    ],
    consumes: [exclusionEvents.playerExcluded],
  },
  promotions: {
    ...processes.promotions,
    routes: { ...promotionRoutes, ...claimRoutes, ...loyaltyRoutes, ...promotionDeskRoutes, ...promotionsSearchRoutes },
    publishes: promotionsPublishes,
    serves: {},
    requests: [
      userRequests.person,
      grantRequests.grant,
      grantRequests.convert,
      grantRequests.forfeit,
      grantRequests.bonusEligibility,
      grantRequests.netLosses,
    ],
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
    ...processes.kyc,
    routes: { ...documentRoutes, ...verificationRoutes, ...kycDeskRoutes, ...kycSearchRoutes },
    publishes: kycPublishes,
    serves: {},
    requests: [userRequests.identity],
    consumes: [userEvents.verificationChanged, accountEvents.profileUpdated, userEvents.accountErased],
  },
  support: {
    ...processes.support,
    routes: {
      ...faqRoutes,
      ...ticketRoutes,
      ...ticketDeskRoutes,
      ...chatRoutes,
      ...chatDeskRoutes,
      ...supportSearchRoutes,
    },
    publishes: supportPublishes,
    serves: {},
    requests: [ledgerRequests.ownerOf],
    consumes: [loyaltyEvents.tierChanged, userEvents.accountErased],
  },
  risk: {
    ...processes.risk,
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
    publishes: riskPublishes,
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
} as const satisfies Record<PlatformServiceName, Service>;

const none = { routes: {}, publishes: {}, serves: {}, requests: [], consumes: [] } as const;

/** Requests that the gateway itself sends, besides passing calls on. */
export const gatewayRequests: readonly RequestType[] = [sessionRequests.provenAt];

/** Events that each gateway instance follows with its own consumers, from a point in time. */
export const gatewayFollows: readonly EventType[] = [
  sessionEvents.sessionRevoked,
  userEvents.userStatusChanged,
  userEvents.verificationChanged,
];

/** The requests of the data monitor; see `isMonitored`. */
export const deliveryRequestsOf = Object.fromEntries(
  platformServiceNames.map((name) => [name, deliveryRequests(name)]),
) as Record<PlatformServiceName, DeliveryRequests>;

function withDeliveries(name: PlatformServiceName): Service {
  const service: Service = platform[name];
  if (name === 'risk')
    return {
      ...service,
      requests: [
        ...service.requests,
        ...platformServiceNames.filter(isMonitored).flatMap((other) => Object.values(deliveryRequestsOf[other])),
      ],
    };
  return { ...service, serves: { ...service.serves, ...deliveryRequestsOf[name] } };
}

const monitoredPlatform = Object.fromEntries(
  platformServiceNames.map((name) => [name, withDeliveries(name)]),
) as Record<PlatformServiceName, Service>;

export const services: Readonly<Record<ServiceName, Service>> = {
  ...monitoredPlatform,
  feed: { ...processes.feed, ...none },
  psp: { ...processes.psp, ...none },
};

export const allRoutes: RouteType[] = [
  ...Object.values(services).flatMap(({ routes }) => Object.values(routes)),
  ...Object.values(gatewayRoutes),
];
export const allEvents: EventType[] = Object.values(services).flatMap(({ publishes }) => Object.values(publishes));

/** The processes that may send a service requests. */
export function callersOf(service: ServiceName): (ServiceName | 'gateway')[] {
  const served = new Set(Object.values(services[service].serves));
  const callers = (Object.keys(services) as ServiceName[]).filter((name) =>
    services[name].requests.some((request) => served.has(request)),
  );
  return [...callers, ...(gatewayRequests.some((request) => served.has(request)) ? ['gateway' as const] : [])];
}

/** The durable consumers of a service, and the subjects that each reads. */
export function durablesOf(
  name: ServiceName,
  service: Service = services[name],
): { name: string; subject: string; readsEvery: boolean }[] {
  return [
    ...service.consumes.map((event) => ({ name: durableName(name, event), subject: event.subject, readsEvery: false })),
    ...(service.consumesEvery ? [{ name: everyEventDurable(name), subject: everyEvent, readsEvery: true }] : []),
  ];
}

/** The name of a durable consumer. */
export const durableName = (service: ServiceName, event: EventType): string =>
  durableNameAmong(service, event, services[service].consumes);
