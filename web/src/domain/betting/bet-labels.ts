/** How a bet and its legs are named on the page. */
import type { Bet, BetStatus } from '@fairline/proto/betting/bets';
import { namedSystems } from '@fairline/proto/betting/systems';
import type { DeadHeat } from '@fairline/proto/feed';
import { i18n } from '@lingui/core';
import type { Tone } from '../../ui/content/badge.tsx';
import { voidText } from './incident-labels.ts';
import { feedText } from './market-labels.ts';

export function betStatusName(status: BetStatus): [label: string, tone: Tone] {
  switch (status) {
    case 'pending':
      return [i18n._({ id: 'bet.pending', message: 'Pending' }), 'live'];
    case 'accepted':
      return [i18n._({ id: 'bet.accepted', message: 'Accepted' }), 'info'];
    case 'rejected':
      return [i18n._({ id: 'bet.rejected', message: 'Rejected, stake returned' }), 'down'];
    case 'won':
      return [i18n._({ id: 'bet.won', message: 'Won' }), 'act'];
    case 'half_won':
      return [i18n._({ id: 'bet.halfWon', message: 'Half won' }), 'act'];
    case 'lost':
      return [i18n._({ id: 'bet.lost', message: 'Lost' }), 'plain'];
    case 'half_lost':
      return [i18n._({ id: 'bet.halfLost', message: 'Half lost' }), 'plain'];
    case 'void':
      return [i18n._({ id: 'bet.void', message: 'Void, stake returned' }), 'plain'];
    case 'cashed_out':
      return [i18n._({ id: 'bet.cashedOut', message: 'Cashed out' }), 'act'];
  }
}

/** "Won, dead heat 1 of 2" after a dead heat; "Void: match abandoned" where the reason is known. */
export function legStatusName(
  status: Bet['legs'][number]['status'],
  { deadHeat, voidReason }: Pick<Bet['legs'][number], 'deadHeat' | 'voidReason'> = {},
): [label: string, tone: Tone] {
  if (status === 'open') return [i18n._({ id: 'leg.open', message: 'Open' }), 'info'];
  if (status === 'void')
    return [voidReason ? voidText(voidReason) : i18n._({ id: 'leg.void', message: 'Void' }), 'plain'];
  const [outcome, tone] = betStatusName(status);
  return [deadHeat ? deadHeatText(outcome, deadHeat) : outcome, tone];
}

export function deadHeatText(outcome: string, { of, places }: DeadHeat): string {
  return i18n._({
    id: 'leg.deadHeat',
    message: '{outcome}, dead heat {places} of {sides}',
    values: { outcome, places, sides: of },
  });
}

/** "Single", "Treble", "Lucky 15", "System 2/4". */
export function betTypeName({
  type,
  system,
  legs,
}: Pick<Bet, 'type' | 'legs'> & { system?: string | undefined }): string {
  if (type === 'single') return i18n._({ id: 'betType.single', message: 'Single' });
  if (type === 'system') {
    const named = system === undefined ? undefined : namedSystems[system]?.name;
    return named ?? i18n._({ id: 'betType.system', message: 'System {system}', values: { system: system ?? '' } });
  }
  if (legs.length === 2) return i18n._({ id: 'betType.double', message: 'Double' });
  if (legs.length === 3) return i18n._({ id: 'betType.treble', message: 'Treble' });
  return i18n._({ id: 'betType.accumulator', message: '{count}-fold accumulator', values: { count: legs.length } });
}

/** The selections of a bet in one line. */
export function betText(bet: Bet): string {
  return bet.legs.map(({ selection }) => feedText(selection)).join(', ');
}
