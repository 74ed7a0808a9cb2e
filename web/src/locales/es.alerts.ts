/** The texts of alerts in Spanish. An alert without one does not compile. */
import type { CheckName } from '@fairline/proto/checks';
import type { ScreeningKind } from '@fairline/proto/screening';
import { type AlertTexts, type AlertWriter, type Loosening, spanOf } from '@fairline/proto/risk/alert-messages';
import type { Severity } from '@fairline/proto/risk/alerts';
import { harmMarkers, ruleSentences } from './es.risk.ts';
import { invariants } from './es.wallet.ts';

const listNames: Readonly<Record<ScreeningKind, string>> = { sanctions: 'sanciones', pep: 'persona expuesta políticamente', adverse_media: 'prensa adversa' };
const awaits = 'Espera a un segundo operador.';
const verifyLog = 'Ejecute audit:verify y guarde copias del registro, del archivo de cabeceras y de la secuencia AUDIT.';
const untilFeed = 'hasta que el proveedor envíe precios nuevos.';

const checkTexts: Readonly<Record<CheckName, string>> = {
  bet_stakes: 'La comparación de las apuestas con los importes de la cartera',
  round_stakes: 'La comparación de las rondas del casino con las de la cartera',
  books: 'La comprobación de los últimos asientos del libro mayor',
  whole_books: 'La comprobación horaria de todo el libro mayor',
};

export const alertTexts: AlertTexts = {
  game_out_of_bounds: ({ gameId, version, rounds, observed, computed }, { count, percent }) =>
    `El juego ${gameId}, versión ${version}, devolvió ${percent(observed)} en ${count(rounds)} rondas; sus reglas devuelven ${percent(computed)}. Está pausado.`,
  books_unbalanced: ({ invariant }) =>
    `El libro mayor no cuadra (${textIn(invariants, invariant)}). Las apuestas y las retiradas están detenidas hasta que un superadministrador las reactive.`,
  check_overdue: ({ check, minutes }, { count }) =>
    `${checkTexts[check]} no termina bien desde hace ${count(minutes)} minutos: encuentra registros que difieren o no llega a terminar.`,
  prices_tampered: () => `Se manipularon los precios guardados de un mercado. Se rechazan apuestas en él ${untilFeed}`,
  many_prices_tampered: ({ markets }) =>
    `Se manipularon los precios guardados de más de ${markets} mercados en una hora. Se rechazan apuestas en ellos ${untilFeed}`,
  audit_rows_changed: ({ sequence }) => `Se manipuló el registro de auditoría: falta su fila ${sequence} o se modificó. ${verifyLog}`,
  audit_heads_cut: ({ sequence }) => `Se manipuló el archivo de cabeceras del registro de auditoría: falta la cabecera de la fila ${sequence}. ${verifyLog}`,
  audit_actions_differ: ({ service, day, committed, logged }) =>
    `Se manipuló el registro de auditoría: ${service} cuenta ${committed} acciones de operadores el ${day}, el registro tiene ${logged}${committed === logged ? ' distintas' : ''}. ${verifyLog}`,
  linked_bets: ({ players }) => `${players} cuentas vinculadas apostaron a lados opuestos de un mercado mientras se apostaba un bono.`,
  grant_limit: (data, { amount }) => `Se rechazó una concesión de ${amount(data)}: supera lo que las promociones pueden dar a un jugador.`,
  linked_claim: () => 'Una solicitud de promoción de una cuenta vinculada espera revisión.',
  adjustment_debited: (data, { amount }) => `Un ajuste retiró ${amount(data)} a un jugador.`,
  adjustment_credited: (data, { amount }) => `Un ajuste abonó ${amount(data)} a un jugador.`,
  excluded_namesake: () => 'Una cuenta nueva tiene el nombre y la fecha de nacimiento de un jugador en pausa o autoexcluido.',
  excluded_deposit: () => 'Se aprobó un depósito de un jugador en pausa o autoexcluido.',
  harm_score: ({ score, markers }) =>
    `La puntuación de riesgo de un jugador llegó a ${score}: ${markers.map((marker) => lowercased(harmMarkers[marker])).join('; ')}.`,
  near_threshold: ({ share }, { percent }) => `Las decisiones de un operador en un día llegaron al menos al ${percent(share)} del umbral que exige un segundo operador.`,
  free_bet_requested: (data, { amount }) => `Un operador solicitó una apuesta gratis de ${amount(data)}.`,
  debit_requested: (data, { amount }) => `Un operador solicitó un ajuste de saldo en contra de ${amount(data)}.`,
  credit_requested: (data, { amount }) => `Un operador solicitó un ajuste de saldo a favor de ${amount(data)}.`,
  price_without_fair: () => `Un operador pidió una cuota cuya cuota justa se desconoce. ${awaits}`,
  price_above_fair: ({ share }, { percent }) => `Un operador pidió una cuota un ${percent(share)} por encima de la justa. ${awaits}`,
  invitation_requested: () => 'Un operador solicitó invitar a un operador nuevo.',
  access_requested: () => 'Un operador solicitó más acceso para otro operador.',
  reset_requested: () => 'Un operador solicitó restablecer las credenciales de otro operador.',
  auto_approval_requested: () => 'Un operador solicitó reglas de aprobación automática de pagos menos estrictas. Esperan a un segundo operador.',
  limit_requested: () => `Un operador solicitó un límite de riesgo más alto. ${awaits}`,
  rate_requested: () => `Un operador solicitó un tipo de cambio alejado del actual. ${awaits}`,
  rate_changed: ({ share }, { percent }) => `Un operador cambió un tipo de cambio en más de un ${percent(share)}.`,
  free_bet_at_risk: () => 'Un operador dio una apuesta gratis a un jugador cuya puntuación de riesgo alcanza o supera el umbral.',
  level_lowered: () => 'Un operador fijó el nivel de riesgo de un jugador por debajo del calculado.',
  screening_match: ({ kinds }) =>
    `Un control de un jugador encontró una coincidencia (${kinds.map((kind) => listNames[kind]).join(', ')}). No está verificado hasta que un operador la descarte.`,
  rule_loosened: ({ rule, changes }, { ruleName, threshold }) =>
    `Un operador relajó la regla de riesgo «${ruleName(rule)}»: ${changes.map((change) => looseningText(change, threshold)).join(', ')}.`,
  rules_loosened: ({ rules }) => `Un operador relajó ${rules} reglas de riesgo en un día. Revise cada cambio.`,
  rule_throttled: ({ rule }, { ruleName }) =>
    `La regla «${ruleName(rule)}» generó demasiadas alertas en una hora. Las demás se retienen durante una hora. Revisa su umbral.`,
  rule: ({ rule, threshold, unit, windowMinutes = 0 }, writer) =>
    ruleSentences[rule].replace('{n}', writer.threshold(threshold, unit)).replace('{time}', windowText(windowMinutes)),
};

const textIn = (texts: Readonly<Record<string, string>>, english: string) => (Object.hasOwn(texts, english) ? (texts[english] as string) : english);

const lowercased = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const severities: Readonly<Record<Severity, string>> = { critical: 'crítica', high: 'alta', medium: 'media', low: 'baja' };

function looseningText(change: Loosening, thresholdText: AlertWriter['threshold']): string {
  switch (change.kind) {
    case 'off':
      return 'desactivada';
    case 'threshold':
      return `umbral de ${thresholdText(change.from, change.unit)} a ${thresholdText(change.to, change.unit)}`;
    case 'window':
      return `ventana de ${change.fromMinutes} a ${change.toMinutes} minutos`;
    case 'severity':
      return `gravedad de ${severities[change.from]} a ${severities[change.to]}`;
  }
}

const units = { day: { one: 'un día', many: 'días' }, hour: { one: 'una hora', many: 'horas' }, minute: { one: 'un minuto', many: 'minutos' } } as const;

function windowText(minutes: number): string {
  const { size, unit } = spanOf(minutes);
  return minutes === size ? units[unit].one : `${minutes / size} ${units[unit].many}`;
}
