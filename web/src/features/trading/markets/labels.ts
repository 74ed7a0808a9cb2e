/** Names of the statuses and results of fixtures and markets, and the format of amounts, margins and chances. */
import type { TradingMarket } from '@fairline/proto/betting/desk';
import { type Fixture, type Market, marketStatuses } from '@fairline/proto/betting/offer';
import type { DeadHeat, LegResult } from '@fairline/proto/feed';
import { i18n } from '@lingui/core';
import { legStatusName } from '../../../domain/betting/bet-labels.ts';
import { clockText, periodText } from '../../../domain/betting/market-labels.ts';
import { percentText } from '../../../figures.ts';
import type { Tone } from '../../../ui/content/badge.tsx';

/** Basis points as per cent: 525 is "5.25 %". */
export function pointsText(points: number): string {
  return percentText(points / 10_000, { maximumFractionDigits: 2 });
}

export function chanceText(chance: number): string {
  return percentText(chance, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

export function fixtureStatusName(status: Fixture['status']): [label: string, tone: Tone] {
  switch (status) {
    case 'upcoming':
      return [i18n._({ id: 'deskFixture.upcoming', message: 'Upcoming' }), 'info'];
    case 'live':
      return [i18n._({ id: 'deskFixture.live', message: 'Live' }), 'live'];
    case 'ended':
      return [i18n._({ id: 'deskFixture.ended', message: 'Ended' }), 'plain'];
    case 'cancelled':
      return [i18n._({ id: 'deskFixture.cancelled', message: 'Cancelled' }), 'down'];
  }
}

export function marketStatusName(status: Market['status']): [label: string, tone: Tone] {
  switch (status) {
    case 'active':
      return [i18n._({ id: 'deskMarket.active', message: 'On offer' }), 'act'];
    case 'suspended':
      return [i18n._({ id: 'deskMarket.suspended', message: 'Suspended' }), 'live'];
    case 'deactivated':
      return [i18n._({ id: 'deskMarket.deactivated', message: 'Closed' }), 'plain'];
    case 'settled':
      return [i18n._({ id: 'deskMarket.settled', message: 'Settled' }), 'info'];
    case 'cancelled':
      return [i18n._({ id: 'deskMarket.cancelled', message: 'Void' }), 'down'];
  }
}

/** A market that will not be offered again. */
export function isOver(status: Market['status']): boolean {
  return marketStatuses.indexOf(status) > marketStatuses.indexOf('suspended');
}

export function stoppedText(by: NonNullable<TradingMarket['stoppedBy']>): string {
  switch (by) {
    case 'market':
      return i18n._({ id: 'stoppedBy.market', message: 'by an operator' });
    case 'fixture':
      return i18n._({ id: 'stoppedBy.fixture', message: 'with its fixture' });
    case 'sport':
      return i18n._({ id: 'stoppedBy.sport', message: 'with its sport' });
    case 'all':
      return i18n._({ id: 'stoppedBy.all', message: 'with everything' });
    case 'decision':
      return i18n._({ id: 'stoppedBy.decision', message: 'result waiting for approval' });
    case 'own_limit':
      return i18n._({ id: 'stoppedBy.ownLimit', message: 'own price limit' });
    case 'volatility':
      return i18n._({ id: 'stoppedBy.volatility', message: 'price moving too fast' });
    case 'window':
      return i18n._({ id: 'stoppedBy.window', message: 'bets placed now are void' });
    case 'feed_silent':
      return i18n._({ id: 'stoppedBy.silent', message: 'no data from the feed' });
    case 'feed_gone':
      return i18n._({ id: 'stoppedBy.gone', message: 'fixture no longer in the feed' });
    case 'unread':
      return i18n._({ id: 'stoppedBy.unread', message: 'unreadable message from the feed' });
    case 'danger':
      return i18n._({ id: 'stoppedBy.danger', message: 'by the feed: a goal, danger or a review' });
    case 'kick_off':
      return i18n._({ id: 'stoppedBy.kickOff', message: 'until the feed confirms the start' });
    case 'feed':
      return i18n._({ id: 'stoppedBy.feed', message: 'by the feed, which does not offer it right now' });
  }
}

export function resultByName(by: NonNullable<TradingMarket['resultBy']>): string {
  switch (by) {
    case 'feed_provisional':
      return i18n._({ id: 'resultBy.provisional', message: 'Result of the feed, provisional' });
    case 'feed_confirmed':
      return i18n._({ id: 'resultBy.confirmed', message: 'Result of the feed, confirmed' });
    case 'operator':
      return i18n._({ id: 'resultBy.operator', message: 'Result by an operator' });
  }
}

export function resultName(result: LegResult, deadHeat?: DeadHeat): [label: string, tone: Tone] {
  return legStatusName(result, { deadHeat });
}

/** A fixture's score and clock in one line. */
export function scoreText(score: NonNullable<Fixture['score']>): string {
  return [`${score.home}–${score.away}`, periodText(score), clockText(score)].filter(Boolean).join(' · ');
}
