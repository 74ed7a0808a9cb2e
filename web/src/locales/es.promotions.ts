/** Sentences of promotions in Spanish: refusals of claims and of the operators' forms. */
export const promotionSentences = {
  'Promotion not found': 'No se encontró la promoción',
  'Promotion is not active': 'La promoción no está activa',
  'Promotion already claimed': 'Ya has solicitado esta promoción',
  'All places of this promotion are taken': 'Todas las plazas de esta promoción están ocupadas',
  'You are not eligible for this promotion': 'No cumples los requisitos de esta promoción',
  'Claim not found': 'No se encontró la solicitud',
  'This claim has already ended': 'Esta solicitud ya ha terminado',
  'You do not have that many points': 'No tienes tantos puntos',
  'Points cannot be redeemed at present. They stay in your balance.': 'Ahora mismo no se pueden canjear puntos. Siguen en tu saldo.',
  'Points are redeemed in steps of {step}': 'Los puntos se canjean de {step} en {step}',
  'The end must be after the start and in the future': 'El final debe ser posterior al inicio y estar en el futuro',
  'This reward does not fit the type of promotion': 'Esta recompensa no encaja con el tipo de promoción',
  'This promotion was already claimed; its terms cannot change': 'Esta promoción ya se ha solicitado; sus condiciones no pueden cambiar',
  'This promotion has ended': 'Esta promoción ha terminado',
  'More places than that are already taken': 'Ya hay más plazas ocupadas',
  'A change to this promotion is already waiting for a second operator': 'Ya hay un cambio de esta promoción que espera a un segundo operador',
};
