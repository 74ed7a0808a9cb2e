/** Risk alerts and markers of harm in Spanish, by the English of the servers. */
export const alertSentences = {
  'The game {game}, version {version}, returned {observed} over {rounds} rounds; its rules return {computed}. It is paused.':
    'El juego {game}, versión {version}, devolvió {observed} en {rounds} rondas; sus reglas devuelven {computed}. Está pausado.',
  'The stored prices of more than {count} markets were tampered with within an hour. Bets on them are refused until the feed sends new prices.':
    'Se manipularon los precios guardados de más de {count} mercados en una hora. Se rechazan apuestas en ellos hasta que el proveedor envíe precios nuevos.',
  'The ledger does not balance ({invariant}). Stakes and withdrawals are stopped until a super admin lifts the stop.':
    'El libro mayor no cuadra ({invariant}). Las apuestas y las retiradas están detenidas hasta que un superadministrador las reactive.',
  '{count} linked accounts backed opposite sides of one market while a bonus was being wagered.':
    '{count} cuentas vinculadas apostaron a lados opuestos de un mercado mientras se apostaba un bono.',
  'A promotion claim from a linked account is waiting for review.': 'Una solicitud de promoción de una cuenta vinculada espera revisión.',
  'An adjustment debited {amount} from a player.': 'Un ajuste retiró {amount} a un jugador.',
  'An adjustment credited {amount} to a player.': 'Un ajuste abonó {amount} a un jugador.',
  "An operator's decisions in one day reached at least {share} of the second-operator threshold.":
    'Las decisiones de un operador en un día llegaron al menos al {share} del umbral que exige un segundo operador.',
  'An operator requested a price {share} above the fair price. It awaits a second operator.':
    'Un operador pidió una cuota un {share} por encima de la justa. Espera a un segundo operador.',
  'A new account has the name and date of birth of a player who is on a time-out or self-excluded.':
    'Una cuenta nueva tiene el nombre y la fecha de nacimiento de un jugador en pausa o autoexcluido.',
  'The harm score of a player reached {score}: {reasons}.': 'La puntuación de riesgo de un jugador llegó a {score}: {reasons}.',
  'An operator requested a price where the fair one is unknown. It awaits a second operator.':
    'Un operador pidió una cuota cuya cuota justa se desconoce. Espera a un segundo operador.',
  'A deposit was approved while the player is on a time-out or self-excluded.': 'Se aprobó un depósito de un jugador en pausa o autoexcluido.',
  'The stored prices of a market were tampered with. Bets on it are refused until the feed sends new prices.':
    'Se manipularon los precios guardados de un mercado. Se rechazan apuestas en él hasta que el proveedor envíe precios nuevos.',
  'An operator requested a free bet of {amount}.': 'Un operador solicitó una apuesta gratis de {amount}.',
  'An operator requested a debit adjustment of {amount}.': 'Un operador solicitó un ajuste de saldo en contra de {amount}.',
  'An operator requested a credit adjustment of {amount}.': 'Un operador solicitó un ajuste de saldo a favor de {amount}.',
  'An operator requested an invitation for a new operator.': 'Un operador solicitó invitar a un operador nuevo.',
  'An operator requested more access for another operator.': 'Un operador solicitó más acceso para otro operador.',
  "An operator requested a reset of another operator's credentials.": 'Un operador solicitó restablecer las credenciales de otro operador.',
  'An operator requested looser auto-approval rules for payments. They await a second operator.':
    'Un operador solicitó reglas de aprobación automática de pagos menos estrictas. Esperan a un segundo operador.',
  'An operator requested a higher liability limit. It awaits a second operator.':
    'Un operador solicitó un límite de riesgo más alto. Espera a un segundo operador.',
  'An operator requested an exchange rate far from the current one. It awaits a second operator.':
    'Un operador solicitó un tipo de cambio alejado del actual. Espera a un segundo operador.',
  'An operator changed an exchange rate by more than {share}.': 'Un operador cambió un tipo de cambio en más de un {share}.',
  'An operator gave a free bet to a player whose harm score is at or above the threshold.':
    'Un operador dio una apuesta gratis a un jugador cuya puntuación de riesgo alcanza o supera el umbral.',
  'An operator set the risk level of a player below the computed one.': 'Un operador fijó el nivel de riesgo de un jugador por debajo del calculado.',
  'An operator loosened the risk rule "{name}": {how}.': 'Un operador relajó la regla de riesgo «{name}»: {how}.',
  'Raised stakes after losses, five times or more in a day': 'Subió las apuestas tras perder, cinco veces o más en un día',
  'Deposited more than twice the usual weekly amount in the last 7 days': 'En los últimos 7 días depositó más del doble de su importe semanal habitual',
  'Deposited four times or more within a day': 'Depositó cuatro veces o más en un día',
  'At least three deposits failed or were rejected within 24 hours': 'Al menos tres depósitos fallaron o se rechazaron en 24 horas',
  'Played between midnight and 06:00 UTC on at least three of the last 7 days': 'Jugó entre las 00:00 y las 06:00 UTC en al menos tres de los últimos 7 días',
  'Played for more than 4 hours without a 30-minute break': 'Jugó más de 4 horas sin parar 30 minutos',
  'Asked at least twice in 30 days to raise or remove a limit': 'Pidió al menos dos veces en 30 días subir o quitar un límite',
  'Used 95% or more of a daily limit on at least three of the last 7 days': 'Usó el 95 % o más de un límite diario en al menos tres de los últimos 7 días',
  'Staked again within a day after a withdrawal was rejected': 'Volvió a apostar en menos de un día tras rechazarse una retirada',
  'Time-out or self-exclusion ended within the last 30 days': 'Su pausa o autoexclusión terminó en los últimos 30 días',
};
