/** How matches that do not run as planned are named, and why a selection of a bet is void. */

import type { VoidReason } from '@fairline/proto/betting/incidents';
import type { Fixture } from '@fairline/proto/betting/offer';
import type { FixtureReason } from '@fairline/proto/feed';
import { i18n } from '@lingui/core';

export function incidentName(reason: FixtureReason): string {
  switch (reason) {
    case 'postponed':
      return i18n._({ id: 'incident.postponed', message: 'Postponed' });
    case 'moved':
      return i18n._({ id: 'incident.moved', message: 'Rescheduled' });
    case 'not_played':
      return i18n._({ id: 'incident.notPlayed', message: 'Not played' });
    case 'walkover':
      return i18n._({ id: 'incident.walkover', message: 'Walkover' });
    case 'abandoned':
      return i18n._({ id: 'incident.abandoned', message: 'Abandoned' });
    case 'retired':
      return i18n._({ id: 'incident.retired', message: 'Retired' });
  }
}

/** How a fixture ended: "Ended", "Abandoned". */
export function endText({ status, reason }: Pick<Fixture, 'status' | 'reason'>): string {
  if (reason) return incidentName(reason);
  return status === 'ended'
    ? i18n._({ id: 'fixture.ended', message: 'Ended' })
    : i18n._({ id: 'fixture.cancelled', message: 'Cancelled' });
}

export function voidText(reason: VoidReason): string {
  switch (reason) {
    case 'postponed':
      return i18n._({ id: 'void.postponed', message: 'Void: match postponed' });
    case 'moved':
      return i18n._({ id: 'void.moved', message: 'Void: match rescheduled' });
    case 'not_played':
      return i18n._({ id: 'void.notPlayed', message: 'Void: match not played' });
    case 'walkover':
      return i18n._({ id: 'void.walkover', message: 'Void: walkover' });
    case 'abandoned':
      return i18n._({ id: 'void.abandoned', message: 'Void: match abandoned' });
    case 'retired':
      return i18n._({ id: 'void.retired', message: 'Void: player retired' });
    case 'no_result':
      return i18n._({ id: 'void.noResult', message: 'Void: no result' });
  }
}
