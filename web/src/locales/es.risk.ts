/** The alerts that risk rules raise, and the names of the rules, in Spanish, by the English of the servers. */
export const riskSentences = {
  'A player made a single deposit of {n} or more.':
    'Un jugador hizo un solo depósito de {n} o más.',
  'A player deposited a total of {n} or more within {time}.':
    'Un jugador depositó un total de {n} o más en {time}.',
  'A player made {n} or more deposits just below 5,000.00 or 10,000.00 within {time}.':
    'Un jugador hizo {n} o más depósitos justo por debajo de 5.000,00 o 10.000,00 en {time}.',
  'A player staked less than {n}% of their deposits within {time} and requested a withdrawal of 200.00 or more.':
    'Un jugador apostó menos del {n} % de lo depositado en {time} y solicitó una retirada de 200,00 o más.',
  'A player had {n} or more failed deposits within {time}.':
    'Un jugador tuvo {n} o más depósitos fallidos en {time}.',
  'A player raised or removed a deposit limit, then made a deposit of {n} or more within {time}.':
    'Un jugador subió o quitó un límite de depósito y después hizo un depósito de {n} o más en {time}.',
  'A player deposited or requested a withdrawal after {n} days or more without activity.':
    'Un jugador depositó o solicitó una retirada tras {n} días o más sin actividad.',
  'A single bet or round paid out {n} or more.':
    'Una sola apuesta o ronda pagó {n} o más.',
  '{n} or more sign-ins to one account failed within {time}.':
    'Fallaron {n} o más inicios de sesión en una misma cuenta en {time}.',
  '{n} or more sign-ins from one IP address failed within {time}.':
    'Fallaron {n} o más inicios de sesión desde una misma dirección IP en {time}.',
  '{n} or more players signed in on the same device within {time}.':
    '{n} o más jugadores iniciaron sesión en un mismo dispositivo en {time}.',
  '{n} or more players signed in from the same IP address within {time}.':
    '{n} o más jugadores iniciaron sesión desde una misma dirección IP en {time}.',
  '{n} or more players used the same card or bank account within {time}.':
    '{n} o más jugadores usaron una misma tarjeta o cuenta bancaria en {time}.',
  'A player requested withdrawals to {n} or more new destinations within {time} of changing their password, signing in on a new device or turning off two-factor authentication.':
    'Un jugador solicitó retiradas a {n} o más destinos nuevos en el plazo de {time} tras cambiar la contraseña, iniciar sesión en un dispositivo nuevo o desactivar la autenticación en dos pasos.',
  "A player's verification was rejected {n} or more times within {time}.":
    'La verificación de un jugador se rechazó {n} o más veces en {time}.',
  'A player changed their name, date of birth or country {n} or more times within {time} before or after being verified.':
    'Un jugador cambió su nombre, fecha de nacimiento o país {n} o más veces en {time} antes o después de verificarse.',
  '{n} or more players sharing a device claimed promotions within {time}.':
    '{n} o más jugadores que comparten un dispositivo solicitaron promociones en {time}.',
  'A player placed {n} or more bets within {time}.':
    'Un jugador hizo {n} o más apuestas en {time}.',
  'A player staked 500.00 or more, at least {n} times their average stake of the previous {time}.':
    'Un jugador apostó 500,00 o más, al menos {n} veces su apuesta media en {time}.',
  'A player backed different selections of the same market within an hour, in {n} or more markets within {time}.':
    'Un jugador apostó a selecciones distintas de un mismo mercado en menos de una hora, en {n} o más mercados en {time}.',
  'Within {time}, {n} or more live bets of one player were accepted in the 5 seconds before the market was suspended.':
    'En {time}, se aceptaron {n} o más apuestas en vivo de un jugador en los 5 segundos previos a la suspensión del mercado.',
  '{n} or more players sharing a device, card or bank account backed different selections of the same market within {time}.':
    '{n} o más jugadores que comparten un dispositivo, una tarjeta o una cuenta bancaria apostaron a selecciones distintas de un mismo mercado en {time}.',
  'Within {time} of an operator setting own prices on a market, one player staked {n} or more and at least 80% of all stakes on it.':
    'En el plazo de {time} desde que un operador fijó precios propios en un mercado, un jugador apostó {n} o más y al menos el 80 % de todo lo apostado en él.',
  'A player converted {n} or more within {time} of an operator setting the exchange rate.':
    'Un jugador convirtió {n} o más en el plazo de {time} desde que un operador fijó el tipo de cambio.',
  "Two operators each approved {n} or more of the other's requests within {time}.":
    'Dos operadores aprobaron cada uno {n} o más solicitudes del otro en {time}.',
  'Within {time}, an operator approved {n} or more requests from the operator who invited them.':
    'En {time}, un operador aprobó {n} o más solicitudes del operador que lo invitó.',
  'The rule "{name}" raised too many alerts within an hour. The rest is held back for one hour. Review its threshold.':
    'La regla «{name}» generó demasiadas alertas en una hora. Las demás se retienen durante una hora. Revisa su umbral.',
  // Names of rules, which some sentences above name.
  'Large deposit': 'Depósito grande',
  'Cumulative deposits': 'Depósitos acumulados',
  'Structured deposits': 'Depósitos fraccionados',
  'Withdrawal after minimal play': 'Retirada con muy poco juego',
  'Failed deposits': 'Depósitos fallidos',
  'Deposit after raising a limit': 'Depósito tras subir un límite',
  'Dormant account reactivated': 'Cuenta inactiva reactivada',
  'Large win': 'Ganancia grande',
  'Failed sign-ins to one account': 'Inicios de sesión fallidos en una cuenta',
  'Failed sign-ins from one IP address': 'Inicios de sesión fallidos desde una IP',
  'Shared device': 'Dispositivo compartido',
  'Shared IP address': 'Dirección IP compartida',
  'Shared card or bank account': 'Tarjeta o cuenta bancaria compartida',
  'Possible account takeover': 'Posible apropiación de cuenta',
  'Repeated KYC rejections': 'Rechazos de KYC repetidos',
  'Identity changed around verification': 'Identidad cambiada en torno a la verificación',
  'Promotions claimed on a shared device': 'Promociones en un dispositivo compartido',
  'Bet velocity': 'Ritmo de apuestas',
  'Unusual stake': 'Importe inusual',
  'Arbitrage': 'Arbitraje',
  'Bets just before suspension': 'Apuestas justo antes de la suspensión',
  'Linked players on opposite sides': 'Jugadores vinculados con apuestas opuestas',
  "One player betting at an operator's own prices": 'Un jugador que apuesta a precios propios de un operador',
  'Conversion at an operator-set rate': 'Conversión a un tipo fijado por un operador',
  "Operators approving each other's requests": 'Operadores que se aprueban mutuamente',
  "Approving the inviter's requests": 'Aprobar solicitudes de quien invitó',
  // Times that the sentences above are filled with.
  'one minute': 'un minuto',
  'one hour': 'una hora',
  'one day': 'un día',
  '{number} minutes': '{number} minutos',
  '{number} hours': '{number} horas',
  '{number} days': '{number} días',
  // Ways in which a rule is loosened.
  'switched off': 'desactivada',
  'threshold {number} to {numberAfter}': 'umbral de {number} a {numberAfter}',
  'window {number} to {numberAfter} minutes': 'ventana de {number} a {numberAfter} minutos',
  'severity critical to high': 'gravedad de crítica a alta',
  'severity critical to medium': 'gravedad de crítica a media',
  'severity critical to low': 'gravedad de crítica a baja',
  'severity high to medium': 'gravedad de alta a media',
  'severity high to low': 'gravedad de alta a baja',
  'severity medium to low': 'gravedad de media a baja',
};
