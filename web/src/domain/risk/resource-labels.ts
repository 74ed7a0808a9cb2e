/** Names of the resources of alerts, events and audit records, by type. */
import { i18n } from '@lingui/core';

const names: Readonly<Record<string, () => string>> = {
  access_request: () => i18n._({ id: 'resource.accessRequest', message: 'Access request' }),
  address: () => i18n._({ id: 'resource.address', message: 'IP address' }),
  adjustment: () => i18n._({ id: 'resource.adjustment', message: 'Adjustment' }),
  alert: () => i18n._({ id: 'resource.alert', message: 'Alert' }),
  all: () => i18n._({ id: 'resource.all', message: 'All markets' }),
  audit_log: () => i18n._({ id: 'resource.auditLog', message: 'Audit log' }),
  auto_approval: () => i18n._({ id: 'resource.autoApproval', message: 'Auto-approval rules' }),
  bet: () => i18n._({ id: 'resource.bet', message: 'Bet' }),
  canned_answer: () => i18n._({ id: 'resource.cannedAnswer', message: 'Canned answer' }),
  chat: () => i18n._({ id: 'resource.chat', message: 'Chat' }),
  claim: () => i18n._({ id: 'resource.claim', message: 'Promotion claim' }),
  dead_letter: () => i18n._({ id: 'resource.deadLetter', message: 'Failed event' }),
  decision: () => i18n._({ id: 'resource.decision', message: 'Market decision' }),
  deliveries: () => i18n._({ id: 'resource.deliveries', message: 'Deliveries' }),
  desk_request: () => i18n._({ id: 'resource.deskRequest', message: 'Trading request' }),
  destination: () => i18n._({ id: 'resource.destination', message: 'Card or bank account' }),
  device: () => i18n._({ id: 'resource.device', message: 'Device' }),
  document: () => i18n._({ id: 'resource.document', message: 'Document' }),
  fixture: () => i18n._({ id: 'resource.fixture', message: 'Match' }),
  game: () => i18n._({ id: 'resource.game', message: 'Game' }),
  game_change: () => i18n._({ id: 'resource.gameChange', message: 'Game change' }),
  grant: () => i18n._({ id: 'resource.grant', message: 'Bonus' }),
  interaction: () => i18n._({ id: 'resource.interaction', message: 'Interaction' }),
  link: () => i18n._({ id: 'resource.link', message: 'Shared device, card or bank account' }),
  market: () => i18n._({ id: 'resource.market', message: 'Market' }),
  operator: () => i18n._({ id: 'resource.operator', message: 'Operator' }),
  payment: () => i18n._({ id: 'resource.payment', message: 'Payment' }),
  player: () => i18n._({ id: 'resource.player', message: 'Player' }),
  promotion: () => i18n._({ id: 'resource.promotion', message: 'Promotion' }),
  promotion_change: () => i18n._({ id: 'resource.promotionChange', message: 'Promotion change' }),
  proof: () => i18n._({ id: 'resource.proof', message: 'Ledger check' }),
  rate: () => i18n._({ id: 'resource.rate', message: 'Exchange rate' }),
  rate_change: () => i18n._({ id: 'resource.rateChange', message: 'Exchange rate change' }),
  round: () => i18n._({ id: 'resource.round', message: 'Round' }),
  rule: () => i18n._({ id: 'resource.rule', message: 'Risk rule' }),
  ticket: () => i18n._({ id: 'resource.ticket', message: 'Ticket' }),
  transaction: () => i18n._({ id: 'resource.transaction', message: 'Transaction' }),
  user: () => i18n._({ id: 'resource.player', message: 'Player' }),
  verification: () => i18n._({ id: 'resource.verification', message: 'Verification' }),
  welcome_bonus: () => i18n._({ id: 'resource.welcomeBonus', message: 'Welcome bonus' }),
};

/** An unknown type is named by its identifier. */
export function resourceTypeName(type: string): string {
  const name = Object.hasOwn(names, type) ? names[type] : undefined;
  if (name) return name();
  const text = type.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const traits: ReadonlySet<string> = new Set(['device', 'address', 'destination', 'link']);

/** Whether the id is a keyed hash, which is not shown. */
export const isTraitType = (type: string): boolean => traits.has(type);

/** A game's id is its name; other ids are shown by their last characters. */
export const shortId = (id: string): string => (/^[0-9a-f]{8}-/.test(id) ? id.slice(-8) : id);
