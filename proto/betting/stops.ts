/** Suspensions by operators: of a market, a fixture, a sport or everything. Suspending everything takes a single press; the reason may follow. */
import { z } from 'zod';
import { byId, common, Id, Instant, Reason, reasoned, route } from '../contract.ts';
import { deskRefusals } from './desk.ts';
import { Market, offerRefusals } from './offer.ts';

export const stopScopes = ['market', 'fixture', 'sport', 'all'] as const;

/** Empty until a reason is given. */
export const Stop = z.object({
  scope: z.enum(stopScopes),
  id: z.string(),
  name: z.string(),
  reason: z.string(),
  by: Id,
  at: Instant,
});
export type Stop = z.infer<typeof Stop>;

/** Counts of what suspending everything would stop now. */
export const OnOffer = z.object({ markets: z.int(), liveFixtures: z.int() });
export type OnOffer = z.infer<typeof OnOffer>;

const stopRefusals = [common.notFound, deskRefusals.alreadyStopped, common.cardNumber];

const resumeRefusals = [common.notFound, deskRefusals.notStopped, common.cardNumber];

const bySport = z.strictObject({ id: z.string().min(1).max(100) });

const read = { access: { operator: 'betting.read' } } as const;
const write = { access: { operator: 'betting' } } as const;

export const stopRoutes = {
  suspendMarket: route('POST /api/admin/betting/markets/:id/suspend', {
    summary: 'Suspends a market until it is resumed',
    access: { operator: 'betting' },
    params: byId,
    body: reasoned,
    reply: Market,
    refusals: [common.notFound, offerRefusals.marketState, common.cardNumber],
  }),
  resumeMarket: route('POST /api/admin/betting/markets/:id/resume', {
    summary: 'Resumes a market that operators suspended',
    access: { operator: 'betting' },
    params: byId,
    body: reasoned,
    reply: Market,
    refusals: [common.notFound, offerRefusals.marketState, common.cardNumber],
  }),
  stops: route('GET /api/admin/betting/stops', {
    summary: 'Lists the suspensions by operators',
    ...read,
    reply: z.object({ items: z.array(Stop), onOffer: OnOffer.optional() }),
  }),
  suspendFixture: route('POST /api/admin/betting/fixtures/:id/suspend', {
    summary: 'Suspends a fixture',
    ...write,
    params: byId,
    body: reasoned,
    reply: Stop,
    refusals: stopRefusals,
  }),
  resumeFixture: route('POST /api/admin/betting/fixtures/:id/resume', {
    summary: 'Lifts the suspension of a fixture',
    ...write,
    params: byId,
    body: reasoned,
    refusals: resumeRefusals,
  }),
  suspendSport: route('POST /api/admin/betting/sports/:id/suspend', {
    summary: 'Suspends a sport',
    ...write,
    params: bySport,
    body: reasoned,
    reply: Stop,
    refusals: stopRefusals,
  }),
  resumeSport: route('POST /api/admin/betting/sports/:id/resume', {
    summary: 'Lifts the suspension of a sport',
    ...write,
    params: bySport,
    body: reasoned,
    refusals: resumeRefusals,
  }),
  suspendAll: route('POST /api/admin/betting/suspend', {
    summary: 'Suspends everything at once; the reason can be given afterwards',
    ...write,
    body: z.strictObject({ reason: Reason.optional() }),
    reply: Stop,
    refusals: stopRefusals,
  }),
  explainStop: route('PUT /api/admin/betting/suspend/reason', {
    summary: 'Sets or changes the reason for suspending everything',
    ...write,
    body: reasoned,
    reply: Stop,
    refusals: resumeRefusals,
  }),
  resumeAll: route('POST /api/admin/betting/resume', {
    summary: 'Lifts the suspension of everything',
    ...write,
    body: reasoned,
    refusals: resumeRefusals,
  }),
} as const;
