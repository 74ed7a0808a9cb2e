/** Sentences of risk rules and markers of harm in Spanish. A rule or a marker without one does not compile. */
import type { HarmMarker } from '@fairline/proto/risk/harm';
import type { RuleId } from '@fairline/proto/risk/rule-texts';

/** `{n}` stands for the threshold, `{time}` for the window. */
export const ruleSentences: Readonly<Record<RuleId, string>> = {
  large_deposit: 'Un jugador hizo un solo depósito de {n} o más.',
  deposit_total: 'Un jugador depositó un total de {n} o más en {time}.',
  structuring: 'Un jugador hizo {n} o más depósitos justo por debajo de 5.000,00 o 10.000,00 en {time}.',
  unplayed_withdrawal: 'Un jugador apostó menos del {n} % de lo depositado en {time} y solicitó una retirada de 200,00 o más.',
  failed_deposits: 'Un jugador tuvo {n} o más depósitos fallidos en {time}.',
  raised_limit_deposit: 'Un jugador subió o quitó un límite de depósito y después hizo un depósito de {n} o más en {time}.',
  dormant_account: 'Un jugador depositó o solicitó una retirada tras {n} días o más sin actividad.',
  large_win: 'Una sola apuesta o ronda pagó {n} o más.',
  sign_in_failures: 'Fallaron {n} o más inicios de sesión en una misma cuenta en {time}.',
  sign_in_failures_address: 'Fallaron {n} o más inicios de sesión desde una misma dirección IP en {time}.',
  shared_device: '{n} o más jugadores iniciaron sesión en un mismo dispositivo en {time}.',
  shared_address: '{n} o más jugadores iniciaron sesión desde una misma dirección IP en {time}.',
  shared_destination: '{n} o más jugadores usaron una misma tarjeta o cuenta bancaria en {time}.',
  account_takeover:
    'Un jugador solicitó retiradas a {n} o más destinos nuevos en el plazo de {time} tras cambiar la contraseña, iniciar sesión en un dispositivo nuevo o desactivar la autenticación en dos pasos.',
  kyc_rejections: 'La verificación de un jugador se rechazó {n} o más veces en {time}.',
  kyc_identity_change: 'Un jugador cambió su nombre, fecha de nacimiento o país {n} o más veces en {time} antes o después de verificarse.',
  linked_claims: '{n} o más jugadores que comparten un dispositivo solicitaron promociones en {time}.',
  bet_velocity: 'Un jugador hizo {n} o más apuestas en {time}.',
  unusual_stake: 'Un jugador apostó 500,00 o más, al menos {n} veces su apuesta media en {time}.',
  arbitrage: 'Un jugador apostó a selecciones distintas de un mismo mercado en menos de una hora, en {n} o más mercados en {time}.',
  late_bets:
    'En {time}, se aceptaron {n} o más apuestas en vivo de un jugador en los 5 segundos previos a la suspensión del mercado.',
  rejected_live_bets:
    'En {time}, al menos el {n} % de las apuestas en vivo de un jugador, de 20 o más, se rechazó porque había cambiado la cuota o el mercado.',
  opposite_sides:
    '{n} o más jugadores que comparten un dispositivo, una tarjeta o una cuenta bancaria apostaron a selecciones distintas de un mismo mercado en {time}.',
  own_prices_used:
    'En el plazo de {time} desde que un operador fijó precios propios en un mercado, un jugador apostó {n} o más y al menos el 80 % de todo lo apostado en él.',
  own_rates_used: 'Un jugador convirtió {n} o más en el plazo de {time} desde que un operador fijó el tipo de cambio.',
  mutual_approvals: 'Dos operadores aprobaron cada uno {n} o más solicitudes del otro en {time}.',
  inviter_approvals: 'En {time}, un operador aprobó {n} o más solicitudes del operador que lo invitó.',
  operator_gifts:
    'En {time}, un operador dio por sí solo a un jugador {n} o más con ajustes, apuestas gratis, apuestas liquidadas a mano y rondas anuladas.',
  voided_losses:
    'En {time}, un operador anuló por sí solo rondas de casino de un jugador que le devolvieron {n} o más; las rondas ganadoras se restan.',
  unseen_documents: 'Un operador aprobó documentos de un jugador sin haberlos abierto en los {time} anteriores.',
};

export const harmMarkers: Readonly<Record<HarmMarker, string>> = {
  chasing: 'Subió las apuestas tras perder, cinco veces o más en un día',
  rising_deposits: 'En los últimos 7 días depositó más del doble de su importe semanal habitual',
  frequent_deposits: 'Depositó cuatro veces o más en un día',
  failed_deposits: 'Al menos tres depósitos fallaron o se rechazaron en 24 horas',
  night_play: 'Jugó entre las 00:00 y las 06:00 UTC en al menos tres de los últimos 7 días',
  long_sessions: 'Jugó más de 4 horas sin parar 30 minutos',
  raised_limits: 'Pidió al menos dos veces en 30 días subir o quitar un límite',
  limit_reached: 'Usó el 95 % o más de un límite diario en al menos tres de los últimos 7 días',
  withdrawal_cancelled: 'Volvió a apostar en menos de un día tras rechazarse una retirada',
  returned_from_exclusion: 'Su pausa o autoexclusión terminó en los últimos 30 días',
};
