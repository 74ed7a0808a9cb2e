/** Sentences of safe play in Spanish: limits, exclusions, reality checks, alerts. */
export const safePlaySentences = {
  'Please enter a valid limit amount': 'Introduce un importe de límite válido',
  'Limit not found': 'Límite no encontrado',
  'There is no pending change': 'No hay ningún cambio pendiente',
  'This change can be confirmed 24 hours after you requested it': 'Este cambio se puede confirmar 24 horas después de solicitarlo',
  'You cannot raise or remove limits at the moment. You can still lower them or set new ones.':
    'Ahora mismo no puedes subir ni quitar límites. Sí puedes bajarlos o poner otros nuevos.',
  'Please provide a reason for self-exclusion': 'Indica un motivo para la autoexclusión',
  'Please choose 1, 7, 30, 90, 180 or 365 days': 'Elige 1, 7, 30, 90, 180 o 365 días',
  'Please choose either days or permanent': 'Elige un número de días o de forma permanente',
  'Your current time-out or self-exclusion ends no earlier than this one. You can only extend it.':
    'Tu pausa o autoexclusión actual no termina antes que esta. Solo puedes alargarla.',
  'Reality check not found': 'Aviso de tiempo de juego no encontrado',
  'A month such as 2026-11': 'Un mes como 2026-11',
  'Please confirm the reality check to continue playing': 'Confirma el aviso de tiempo de juego para seguir jugando',
  'Alert not found': 'Alerta no encontrada',
  'An alert cannot go from {from} to {to}': 'Una alerta no puede pasar de {from} a {to}',
  'You cannot close an alert about your own decision': 'No puedes cerrar una alerta sobre tu propia decisión',
  'Another operator has changed this alert. Review it and try again.': 'Otro operador ha cambiado esta alerta. Revísala e inténtalo de nuevo.',
  'You can only assign an alert to yourself or unassign it': 'Solo puedes asignarte la alerta o quitar la asignación',
};
