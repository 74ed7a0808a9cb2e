/** Sentences of safe play in Spanish: limits, exclusions, reality checks, alerts. */
export const safePlaySentences = {
  'Please enter a valid limit amount': 'Introduce un importe de límite válido',
  'Limit not found': 'Límite no encontrado',
  'There is no change to confirm': 'No hay ningún cambio que confirmar',
  'This change can be confirmed 24 hours after you asked for it': 'Este cambio se puede confirmar 24 horas después de pedirlo',
  'Your limits cannot be raised at the moment': 'Ahora mismo no se pueden subir tus límites',
  'Please provide a reason for self-exclusion': 'Indica un motivo para la autoexclusión',
  'Please choose 1, 7, 30, 90, 180 or 365 days': 'Elige 1, 7, 30, 90, 180 o 365 días',
  'Please choose either days or permanent': 'Elige un número de días o de forma permanente',
  'A longer exclusion is already in force': 'Ya hay una exclusión más larga en vigor',
  'Reality check not found': 'Aviso de tiempo de juego no encontrado',
  'A month such as 2026-11': 'Un mes como 2026-11',
  'Please confirm your reality check before you play on': 'Confirma el aviso de tiempo de juego antes de seguir',
  'Alert not found': 'Alerta no encontrada',
  'An alert that is {from} cannot become {to}': 'Una alerta en estado {from} no puede pasar a {to}',
  'Another operator has changed this alert meanwhile': 'Otro operador ha cambiado esta alerta mientras tanto',
  'Alerts can be assigned to yourself or taken off': 'Solo puedes asignarte la alerta o quitar la asignación',
};
