/** The operators' search: each service searches what it owns; the gateway asks all at once and names those that did not reply in time. */
import { z } from 'zod';
import { Message, route } from './contract.ts';
import type { Permission } from './permissions.ts';

/** The kinds of hits, and the permission that each one needs. */
export const searchKinds = {
  player: 'users.read',
  payment: 'wallet.read',
  bet: 'betting.read',
  fixture: 'betting.read',
  round: 'casino.read',
  game: 'casino.read',
  promotion: 'promotions.read',
  claim: 'promotions.read',
  verification: 'kyc.read',
  ticket: 'tickets.read',
  alert: 'risk.read',
} as const satisfies Record<string, Permission>;
export type SearchKind = keyof typeof searchKinds;

export const searchRules = {
  minLength: 2,
  /** Per service. */
  most: 5,
  /** The time for each service to reply. One that does not is named instead. */
  withinMs: 120,
} as const;

export const SearchHit = z.object({
  kind: z.enum(Object.keys(searchKinds) as [SearchKind, ...SearchKind[]]),
  id: z.string(),
  /** Name, reference or amount. */
  title: z.string(),
  /** The title as data; only of alerts. */
  message: Message.optional(),
  /** A distinguishing detail, such as an email address or a status. */
  detail: z.string(),
  /** The player it belongs to. */
  playerId: z.string().optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;

const query = z.strictObject({ q: z.string().trim().min(searchRules.minLength).max(100) });

/** `GET /api/admin/<service>/search`: at most `searchRules.most` hits by a whole id, its last 8 characters, or a name. */
function searchRoute(service: string, permission: Permission) {
  return route(`GET /api/admin/${service}/search`, {
    summary: 'Search hits of this service, best first',
    access: { operator: permission },
    query,
    reply: z.object({ items: z.array(SearchHit) }),
  });
}

export const authSearchRoutes = { search: searchRoute('auth', 'users.read') } as const;
export const walletSearchRoutes = { search: searchRoute('wallet', 'wallet.read') } as const;
export const bettingSearchRoutes = { search: searchRoute('betting', 'betting.read') } as const;
export const casinoSearchRoutes = { search: searchRoute('casino', 'casino.read') } as const;
export const promotionsSearchRoutes = { search: searchRoute('promotions', 'promotions.read') } as const;
export const kycSearchRoutes = { search: searchRoute('kyc', 'kyc.read') } as const;
export const supportSearchRoutes = { search: searchRoute('support', 'tickets.read') } as const;
export const riskSearchRoutes = { search: searchRoute('risk', 'risk.read') } as const;

export const searchAll = route('GET /api/admin/search', {
  summary:
    'Finds players, payments, bets and whatever else the operator may read, by id, its last 8 characters, or name; names services that did not reply',
  access: { operator: null },
  query,
  reply: z.object({ items: z.array(SearchHit), unanswered: z.array(z.string()) }),
});
