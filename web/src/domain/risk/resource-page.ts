/** The page of the resource of an alert or an audit record. */
import type { Permission } from '@fairline/proto/permissions';

export interface ResourcePage {
  to: string;
  needs: Permission;
}

const pages = new Map<string, readonly [needs: Permission, to: (id: string) => string]>([
  ['user', ['users.read', (id) => `/admin/users/${id}`]],
  ['player', ['users.read', (id) => `/admin/users/${id}`]],
  ['payment', ['wallet.read', (id) => `/admin/financial?status=all&payment=${id}`]],
  ['adjustment', ['wallet.read', () => '/admin/financial?tab=adjustments&adjustments=all']],
  ['welcome_bonus', ['wallet.read', () => '/admin/financial?tab=bonuses']],
  ['rate', ['wallet.read', () => '/admin/financial?tab=rates']],
  ['rate_change', ['wallet.read', () => '/admin/financial?tab=rates']],
  ['auto_approval', ['wallet.read', () => '/admin/financial?tab=rules']],
  ['proof', ['wallet.read', () => '/admin/integrity']],
  ['bet', ['betting.read', (id) => `/admin/trading/bets?bet=${id}`]],
  ['market', ['betting.read', (id) => `/admin/trading/bets?market=${id}`]],
  ['fixture', ['betting.read', (id) => `/admin/trading/${id}`]],
  ['game', ['casino.read', (id) => `/admin/games?game=${id}`]],
  ['round', ['casino.read', (id) => `/admin/games/rounds?round=${id}`]],
  ['verification', ['kyc.read', (id) => `/admin/kyc?verification=${id}`]],
  ['promotion', ['promotions.read', (id) => `/admin/promotions?promotion=${id}`]],
  ['claim', ['promotions.read', (id) => `/admin/promotions/claims?claim=${id}`]],
  ['alert', ['risk.read', (id) => `/admin/risk?alert=${id}`]],
  ['rule', ['risk.read', (id) => `/admin/risk/rules?rule=${id}`]],
  ['operator', ['operators', () => '/admin/operators']],
  ['access_request', ['operators', () => '/admin/operators']],
  ['ticket', ['tickets.read', (id) => `/admin/support?ticket=${id}`]],
]);

/** None for a resource without a page of its own. */
export function resourcePage(type: string, id: string): ResourcePage | undefined {
  const page = pages.get(type);
  return page && { needs: page[0], to: page[1](encodeURIComponent(id)) };
}

/** Resources identified by a player id. */
export const isPlayerType = (type: string): boolean => type === 'user' || type === 'player';
