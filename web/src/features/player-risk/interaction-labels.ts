/** Names of the kinds, subjects and outcomes of interactions with a player. */
import type { Interaction, interactionOutcomes } from '@fairline/proto/risk/levels';
import { i18n } from '@lingui/core';
import { interventionText } from './safe-play-labels.ts';

export function interactionKindName(kind: Interaction['kind']): string {
  switch (kind) {
    case 'call':
      return i18n._({ id: 'interaction.call', message: 'Call' });
    case 'email':
      return i18n._({ id: 'interaction.email', message: 'Email' });
    case 'chat':
      return i18n._({ id: 'interaction.chat', message: 'Chat' });
    case 'note':
      return i18n._({ id: 'interaction.note', message: 'Note' });
    case 'automatic':
      return i18n._({ id: 'interaction.automatic', message: 'Automatic' });
  }
}

export function subjectName(subject: Interaction['subject']): string {
  switch (subject) {
    case 'safe_play':
      return i18n._({ id: 'interaction.safePlay', message: 'Safe play' });
    case 'fraud':
      return i18n._({ id: 'interaction.fraud', message: 'Fraud' });
    case 'source_of_funds':
      return i18n._({ id: 'interaction.funds', message: 'Source of funds' });
    case 'other':
      return i18n._({ id: 'interaction.other', message: 'Other' });
  }
}

export function outcomeName(outcome: (typeof interactionOutcomes)[number]): string {
  switch (outcome) {
    case 'no_answer':
      return i18n._({ id: 'interaction.noAnswer', message: 'No answer' });
    case 'informed':
      return i18n._({ id: 'interaction.informed', message: 'Player informed' });
    case 'limits_set':
      return i18n._({ id: 'interaction.limits', message: 'Limits set' });
    case 'time_out':
      return i18n._({ id: 'interaction.timeOut', message: 'Time-out taken' });
    case 'documents_requested':
      return i18n._({ id: 'interaction.documents', message: 'Documents requested' });
    case 'restricted':
      return i18n._({ id: 'interaction.restricted', message: 'Account restricted' });
    case 'no_action':
      return i18n._({ id: 'interaction.noAction', message: 'No action' });
  }
}

/** An automatic interaction's text is its kind of intervention. */
export function interactionText({ kind, text }: Pick<Interaction, 'kind' | 'text'>): string {
  if (kind === 'automatic' && (text === 'bonus_stopped' || text === 'raise_refused' || text === 'pause_offered'))
    return interventionText({ kind: text });
  return text;
}
