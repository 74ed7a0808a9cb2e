/** Mail in Spanish. */
import { numberMarks } from '@fairline/proto/money';
import type { ClaimEndReason } from '@fairline/proto/promotions/claims';
import type { PromotionType, Tier } from '@fairline/proto/promotions/offers';
import { ticketReference } from '@fairline/proto/support/tickets';
import type { failureTexts } from '@fairline/proto/wallet/texts';
import { type Amount, day, type Language, moment, money, roleTitle } from './templates.ts';

const importe = (amount: Amount) => money(amount, numberMarks.es);

const spanishMethods: Record<string, string> = {
  bank_transfer: 'cuenta bancaria',
  credit_card: 'tarjeta',
  crypto: 'cartera de criptomonedas',
  e_wallet: 'monedero electrónico',
};

const spanishRequests = { invite: 'una invitación', raise: 'más acceso para un operador', reset: 'restablecer a un operador' } as const;

const spanishOffers: Readonly<Record<PromotionType, { one: string; yours: string }>> = {
  welcome_bonus: { one: 'un bono de bienvenida', yours: 'tu bono de bienvenida' },
  deposit_bonus: { one: 'un bono de depósito', yours: 'tu bono de depósito' },
  free_bet: { one: 'una apuesta gratis', yours: 'tu apuesta gratis' },
  cashback: { one: 'una oferta de cashback', yours: 'tu oferta de cashback' },
  loyalty_points: { one: 'una oferta de puntos', yours: 'tu oferta de puntos' },
};

const spanishTiers: Readonly<Record<Tier, string>> = { bronze: 'Bronce', silver: 'Plata', gold: 'Oro', platinum: 'Platino' };

const spanishEnds: Readonly<Record<ClaimEndReason, string>> = {
  expired: 'Se ha acabado su plazo.',
  spent: 'Ya lo has jugado todo.',
  excluded: 'Ha terminado por tu pausa o autoexclusión.',
  no_bonus: 'Por ahora no te damos bonos.',
  operator: 'Nuestro personal le ha puesto fin. Si tienes preguntas, contacta con nuestro servicio de atención.',
  player: 'La has cancelado.',
  withdrawal: 'Ha terminado porque solicitaste una retirada antes de completar su requisito de apuesta.',
  closed: 'Ha terminado con tu cuenta.',
};

type Failure = (typeof failureTexts)[keyof typeof failureTexts];

const spanishFailures: Readonly<Record<Failure, string>> = {
  'Declined by the card issuer': 'Rechazado por el emisor de la tarjeta',
  'Declined for lack of funds': 'Rechazado por falta de fondos',
  'Not finished in time': 'No se completó a tiempo',
  'Cancelled by you': 'Cancelado por ti',
  'The destination did not accept it': 'El destino no lo aceptó',
  'Returned by the receiving bank': 'Devuelto por el banco receptor',
  'The payment provider does not know this saved method any more': 'El proveedor de pagos ya no conoce este método guardado',
  'Refused by the payment provider': 'Rechazado por el proveedor de pagos',
};

/** Reasons that come from the platform are translated; what a person wrote stays as it was written. */
const motivo = (reason: string) => `Motivo: ${Object.hasOwn(spanishFailures, reason) ? spanishFailures[reason as Failure] : reason}`;

const siNoHasSido = 'Si no has sido tú, cambia tu contraseña de inmediato y contacta con nuestro servicio de atención.';

export const spanish: Language = {
  code: 'es',
  greeting: (firstName) => (firstName ? `Hola, ${firstName}:` : 'Hola:'),
  footer: 'Recibes este correo porque tienes una cuenta en Fairline. +18. Juega con responsabilidad.',
  templates: {
    welcome: (_data, { once }) => ({
      subject: '¡Te damos la bienvenida a Fairline! Confirma tu correo electrónico',
      paragraphs: ['¡Te damos la bienvenida a Fairline! Tu cuenta está abierta.', 'Confirma que esta es tu dirección de correo electrónico:'],
      action: { label: 'Confirmar correo electrónico', url: once },
      closing: 'El enlace funciona durante 24 horas. Si no has abierto una cuenta, no tienes que hacer nada.',
    }),
    verify_email: (_data, { once }) => ({
      subject: 'Confirma tu correo electrónico',
      paragraphs: ['Confirma que esta es tu dirección de correo electrónico:'],
      action: { label: 'Confirmar correo electrónico', url: once },
      closing: 'El enlace funciona durante 24 horas. Si no lo has pedido, no tienes que hacer nada.',
    }),
    reset_password: (_data, { once }) => ({
      subject: 'Elige una nueva contraseña',
      paragraphs: ['Alguien, probablemente tú, ha pedido una nueva contraseña para tu cuenta. Elígela aquí:'],
      action: { label: 'Elegir una nueva contraseña', url: once },
      closing: 'El enlace funciona una sola vez, durante una hora. Si no lo has pedido, no tienes que hacer nada: tu contraseña no cambia.',
    }),
    signed_in: (data, { security }) => ({
      subject: 'Has iniciado sesión',
      paragraphs: [`Se ha iniciado sesión en tu cuenta con ${data.device} desde ${data.address} el ${moment(data.at)}.`, siNoHasSido],
      action: { label: 'Revisar tus dispositivos', url: security },
    }),
    new_device: (data, { security }) => ({
      subject: 'Un nuevo dispositivo ha iniciado sesión en tu cuenta',
      paragraphs: [`Ha iniciado sesión un dispositivo que no conocíamos: ${data.device} desde ${data.address} el ${moment(data.at)}.`, siNoHasSido],
      action: { label: 'Revisar tus dispositivos', url: security },
    }),
    password_changed: (_data, { security }) => ({
      subject: 'Tu contraseña ha cambiado',
      paragraphs: ['La contraseña de tu cuenta ha cambiado y se ha cerrado la sesión en tus otros dispositivos.', siNoHasSido],
      action: { label: 'Abrir los ajustes de seguridad', url: security },
    }),
    two_factor_changed: ({ on }, { security }) => ({
      subject: on ? 'La verificación en dos pasos está activada' : 'La verificación en dos pasos está desactivada',
      paragraphs: [
        on
          ? 'A partir de ahora pediremos un código de tu aplicación de autenticación cuando inicies sesión.'
          : 'A partir de ahora basta tu contraseña para abrir tu cuenta: no pediremos ningún código cuando inicies sesión.',
        siNoHasSido,
      ],
      action: { label: 'Abrir los ajustes de seguridad', url: security },
    }),
    status_changed: ({ status }, { account }) => ({
      subject: { active: 'Tu cuenta está activa', suspended: 'Tu cuenta está suspendida', closed: 'Tu cuenta está cerrada' }[status],
      paragraphs: {
        active: ['Tu cuenta está activa: puedes depositar, jugar y retirar.'],
        suspended: ['Tu cuenta está suspendida. Aún puedes iniciar sesión y contactar con nuestro servicio de atención, que te dirá qué hacer.'],
        closed: ['Tu cuenta está cerrada y ya no se puede iniciar sesión en ella. Si tienes preguntas, contacta con nuestro servicio de atención.'],
      }[status],
      ...(status !== 'closed' && { action: { label: 'Abrir la cuenta', url: account } }),
    }),
    verification_changed: ({ level }, { account }) =>
      level === 'verified'
        ? {
            subject: 'Tu cuenta está verificada',
            paragraphs: ['Tu identidad está confirmada. Desde ahora tienes límites más altos para apuestas, depósitos y retiradas.'],
            action: { label: 'Abrir la cuenta', url: account },
          }
        : {
            subject: 'Tu cuenta ya no está verificada',
            paragraphs: ['Tenemos que volver a confirmar tu identidad. Hasta entonces valen los límites de una cuenta sin verificar.'],
            action: { label: 'Abrir la cuenta', url: account },
          },
    player_excluded: ({ kind, endsAt }, { wallet }) => ({
      subject: kind === 'time_out' ? 'Tu pausa ha comenzado' : 'Tu autoexclusión ha comenzado',
      paragraphs: [
        endsAt
          ? `${kind === 'time_out' ? 'Tu pausa' : 'Tu autoexclusión'} dura hasta el ${moment(endsAt)}. Después termina sola; ni tú ni nuestro equipo podéis terminarla antes.`
          : 'Tu autoexclusión es permanente. Ni tú ni nuestro equipo podéis anularla.',
        'No puedes apostar, jugar ni depositar, y no recibirás bonos ni ofertas. Las apuestas abiertas siguen en pie y se liquidan con normalidad. Puedes seguir entrando, retirar tu dinero y contactar con soporte.',
      ],
      action: { label: 'Abrir el monedero', url: wallet },
    }),
    kyc_approved: ({ validUntil }, { verification }) => ({
      subject: 'Tu identidad está verificada',
      paragraphs: [
        'Hemos comprobado y aprobado tus documentos. Desde ahora tienes límites más altos para apuestas, depósitos y retiradas.',
        `Tu verificación es válida hasta el ${day(validUntil)}.`,
      ],
      action: { label: 'Ver tu verificación', url: verification },
    }),
    kyc_rejected: ({ reason }, { verification }) => ({
      subject: 'No hemos podido verificar tu identidad',
      paragraphs: ['Hemos comprobado tus documentos y no hemos podido aprobarlos.', motivo(reason), 'Puedes subir documentos nuevos cuando quieras.'],
      action: { label: 'Subir documentos', url: verification },
    }),
    kyc_expired: ({ wasApproved }, { verification }) => ({
      subject: wasApproved ? 'Tu documento de identidad ha caducado' : 'Tu verificación ha caducado',
      paragraphs: wasApproved
        ? [
            'Ha caducado un documento con el que se verificó tu cuenta. Hasta que vuelvas a verificar tu identidad valen los límites de una cuenta sin verificar.',
          ]
        : ['Tu verificación no se ha podido completar a tiempo. Vuelve a enviar tus documentos.'],
      action: { label: 'Subir documentos', url: verification },
    }),
    deposit_approved: (data, { wallet }) => ({
      subject: 'Tu depósito ha sido aprobado',
      paragraphs: [`Tu depósito de ${importe(data)} ha sido aprobado y está en tu saldo.`],
      action: { label: 'Abrir el monedero', url: wallet },
    }),
    deposit_rejected: (data, { wallet }) => ({
      subject: 'Tu depósito ha sido rechazado',
      paragraphs: [`Tu depósito de ${importe(data)} ha sido rechazado.`, motivo(data.reason)],
      action: { label: 'Abrir el monedero', url: wallet },
    }),
    deposit_failed: (data, { wallet }) => ({
      subject: 'Tu depósito no se ha completado',
      paragraphs: [`Tu depósito de ${importe(data)} no se ha completado y no se ha abonado nada.`, motivo(data.reason)],
      action: { label: 'Abrir el monedero', url: wallet },
    }),
    withdrawal_approved: (data, { wallet }) => ({
      subject: 'Tu retirada ha sido aprobada',
      paragraphs: [`Tu retirada de ${importe(data)} ha sido aprobada y está en camino.`],
      action: { label: 'Abrir el monedero', url: wallet },
    }),
    withdrawal_rejected: (data, { wallet }) => ({
      subject: 'Tu retirada ha sido rechazada',
      paragraphs: [`Tu retirada de ${importe(data)} ha sido rechazada. El dinero vuelve a estar disponible en tu saldo.`, motivo(data.reason)],
      action: { label: 'Abrir el monedero', url: wallet },
    }),
    withdrawal_returned: (data, { wallet }) => ({
      subject: 'Tu retirada ha sido devuelta',
      paragraphs: [`Tu retirada de ${importe(data)} no se ha podido pagar. El dinero vuelve a estar en tu saldo.`, motivo(data.reason)],
      action: { label: 'Abrir el monedero', url: wallet },
    }),
    destination_added: ({ method, destinationEnd }, { security }) => ({
      subject: 'Un nuevo destino para tus retiradas',
      paragraphs: [
        `Se ha pedido una retirada a un destino que no conocíamos (${spanishMethods[method] ?? method}). Termina en ${destinationEnd}.`,
        siNoHasSido,
      ],
      action: { label: 'Abrir los ajustes de seguridad', url: security },
    }),
    pin_changed: ({ on }, { security }) => ({
      subject: on ? 'Se ha fijado tu PIN de retirada' : 'Se ha quitado tu PIN de retirada',
      paragraphs: [
        on ? 'A partir de ahora las retiradas piden el PIN que se acaba de fijar.' : 'A partir de ahora las retiradas no piden ningún PIN.',
        siNoHasSido,
      ],
      action: { label: 'Abrir los ajustes de seguridad', url: security },
    }),
    balance_low: (data, { wallet }) => ({
      subject: 'Tu saldo es bajo',
      paragraphs: [`Te quedan ${importe(data)} para jugar.`, 'Juega solo con lo que puedas permitirte perder.'],
      action: { label: 'Abrir el monedero', url: wallet },
    }),
    balance_adjusted: (data, { wallet }) => ({
      subject: 'Tu saldo ha sido ajustado',
      paragraphs: [
        data.amountMinor < 0 ? `Nuestro personal ha retirado ${importe(data)} de tu saldo.` : `Nuestro personal ha añadido ${importe(data)} a tu saldo.`,
        motivo(data.reason),
      ],
      action: { label: 'Abrir el monedero', url: wallet },
    }),
    free_bet_given: (data, { sports }) => ({
      subject: 'Tienes una apuesta gratis',
      paragraphs: [
        `Te hemos dado una apuesta gratis de ${importe(data)}. Es el importe de una sola apuesta, se usa entero y vale hasta el ${moment(data.expiresAt)}.`,
        'El importe no se devuelve con lo que ganes.',
      ],
      action: { label: 'Elegir una apuesta', url: sports },
      closing: 'Juega solo si quieres. Puedes desactivar los correos sobre promociones en tus preferencias.',
    }),
    bonus_granted: (data, { promotions }) => ({
      subject: 'Tu bono está listo',
      paragraphs: [
        `Se ha añadido un bono de ${importe(data)} a tu saldo. Puedes jugar con él hasta el ${moment(data.expiresAt)}.`,
        'Cuando cumplas el requisito de apuesta, lo que quede de él se convierte en dinero real.',
      ],
      action: { label: 'Ver tus promociones', url: promotions },
      closing: 'Juega solo si quieres. Puedes desactivar los correos sobre promociones en tus preferencias.',
    }),
    promotion_claimed: ({ type, waitingFor }, { promotions }) => ({
      subject: `Has solicitado ${spanishOffers[type].one}`,
      paragraphs: [
        {
          deposit: 'Se activa con tu próximo depósito, si alcanza el mínimo.',
          operator: 'Estamos revisando tu solicitud. La decisión aparecerá en Promociones.',
          nothing: 'Ya está activa.',
        }[waitingFor],
      ],
      action: { label: 'Ver tus promociones', url: promotions },
    }),
    wagering_completed: (data, { wallet }) => ({
      subject: 'Tu bono ya es dinero real',
      paragraphs: [`Has cumplido el requisito de apuesta. ${importe(data)} de tu bono son ahora dinero real: puedes jugarlos o retirarlos.`],
      action: { label: 'Abrir el monedero', url: wallet },
    }),
    claim_ended: (data, { promotions }) => ({
      subject: `Ha terminado ${spanishOffers[data.type].yours}`,
      paragraphs: [
        spanishEnds[data.reason],
        ...(data.amountMinor > 0
          ? [
              `${data.type === 'free_bet' ? `Se ha retirado la apuesta gratis de ${importe(data)}` : `Se han retirado ${importe(data)} de dinero de bono`}. Tu dinero real no cambia.`,
            ]
          : []),
      ],
      action: { label: 'Ver tus promociones', url: promotions },
    }),
    cashback_paid: (data, { wallet }) => ({
      subject: 'Hemos pagado tu cashback',
      paragraphs: [`Se han añadido a tu saldo, como dinero real, ${importe(data)} de cashback de la semana del ${day(data.weekStartsAt)}.`],
      action: { label: 'Abrir el monedero', url: wallet },
      closing: 'Puedes desactivar los correos sobre promociones en tus preferencias.',
    }),
    tier_changed: ({ tier }, { promotions }) => ({
      subject: `Tu nivel es ahora ${spanishTiers[tier]}`,
      paragraphs: [`Tu nivel de fidelidad es ahora ${spanishTiers[tier]}. Depende de los puntos que has ganado en los últimos 365 días.`],
      action: { label: 'Ver tus puntos', url: promotions },
      closing: 'Puedes desactivar los correos sobre promociones en tus preferencias.',
    }),
    ticket_answered: ({ ticketId }, { ticket }) => ({
      subject: 'Nuestro servicio de atención te ha respondido',
      paragraphs: [`Hay una respuesta nueva a tu ticket #${ticketReference(ticketId)}.`],
      action: { label: 'Leer la respuesta', url: ticket(ticketId) },
    }),
    chat_kept: ({ ticketId }, { ticket }) => ({
      subject: 'Tu chat es ahora un ticket',
      paragraphs: ['Hemos guardado tu chat con el servicio de atención como ticket. Puedes seguir escribiendo ahí, y ahí te responderemos.'],
      action: { label: 'Abrir el ticket', url: ticket(ticketId) },
    }),
    operator_invited: ({ role }, { once }) => ({
      subject: 'Tienes una invitación al panel de Fairline',
      paragraphs: [`Te han invitado a Fairline como operador. Tu rol: ${roleTitle(role)}.`, 'Elige tu contraseña y configura tu aplicación de autenticación:'],
      action: { label: 'Configurar tu acceso', url: once },
      closing: 'El enlace funciona una sola vez, durante 24 horas. Si no esperabas este correo, no lo abras y avisa a un super admin.',
    }),
    operator_reset: (_data, { once }) => ({
      subject: 'Se ha restablecido tu acceso de operador',
      paragraphs: ['Dos super admins han restablecido tu acceso. Tu contraseña y tu autenticador anteriores ya no sirven. Elige otros:'],
      action: { label: 'Configurar tu acceso', url: once },
      closing: 'El enlace funciona una sola vez, durante 24 horas. Si no lo has pedido, avisa enseguida a un super admin que conozcas.',
    }),
    operator_raised: ({ role }, { operators }) => ({
      subject: 'Tu rol de operador ha cambiado',
      paragraphs: [`Dos super admins te han dado otro rol: ${roleTitle(role)}. Vuelve a iniciar sesión.`, 'Si no lo esperabas, avisa a un super admin.'],
      action: { label: 'Abrir el panel', url: operators },
    }),
    access_requested: ({ kind, role }, { operators }) => ({
      subject: 'Una solicitud de acceso espera tu decisión',
      paragraphs: [`Otro super admin ha pedido ${spanishRequests[kind]} (${roleTitle(role)}). Surte efecto cuando tú u otro super admin la aprobéis.`],
      action: { label: 'Abrir operadores', url: operators },
    }),
  },
};
