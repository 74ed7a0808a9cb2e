/** Notices in Spanish: the list of notices and the mails about them. */
import { unknownDevice } from '../auth/sessions.ts';
import type { ClaimEndReason } from '../promotions/claims.ts';
import type { PromotionType, Tier } from '../promotions/offers.ts';
import { ticketReference } from '../support/tickets.ts';
import type { NoticeTexts } from './notices.ts';
import { spanishFailureText } from './spanish-failures.ts';

const methods: Readonly<Record<string, string>> = {
  bank_transfer: 'cuenta bancaria',
  credit_card: 'tarjeta',
  crypto: 'cartera de criptomonedas',
  e_wallet: 'monedero electrónico',
};

const offers: Readonly<Record<PromotionType, { one: string; yours: string }>> = {
  welcome_bonus: { one: 'un bono de bienvenida', yours: 'tu bono de bienvenida' },
  deposit_bonus: { one: 'un bono de depósito', yours: 'tu bono de depósito' },
  free_bet: { one: 'una apuesta gratis', yours: 'tu apuesta gratis' },
  cashback: { one: 'una oferta de cashback', yours: 'tu oferta de cashback' },
  loyalty_points: { one: 'una oferta de puntos', yours: 'tu oferta de puntos' },
};

const tiers: Readonly<Record<Tier, string>> = { bronze: 'Bronce', silver: 'Plata', gold: 'Oro', platinum: 'Platino' };

const ends: Readonly<Record<ClaimEndReason, string>> = {
  expired: 'Se ha acabado su plazo.',
  spent: 'Ya lo has jugado todo.',
  excluded: 'Ha terminado por tu pausa o autoexclusión.',
  no_bonus: 'Por ahora no te damos bonos.',
  operator: 'Nuestro personal le ha puesto fin. Si tienes preguntas, contacta con nuestro servicio de atención.',
  player: 'La has cancelado.',
  withdrawal: 'Ha terminado porque solicitaste una retirada antes de completar su requisito de apuesta.',
  closed: 'Ha terminado con tu cuenta.',
};

const ifNotYou = 'Si no has sido tú, cambia tu contraseña de inmediato y contacta con nuestro servicio de atención.';
const mailOfPromotions = 'Puedes desactivar los correos sobre promociones en tus preferencias.';

/** Translates reasons that the platform gave. Reasons that people wrote are not translated. */
const because = (reason: string) => `Motivo: ${spanishFailureText(reason)}`;
const deviceName = (device: string) => (device === unknownDevice ? 'un dispositivo desconocido' : device);

export const spanish: NoticeTexts = {
  welcome: () => ({
    subject: '¡Te damos la bienvenida a Fairline! Confirma tu correo electrónico',
    summary: 'Tu cuenta está abierta.',
    more: ['Confirma que esta es tu dirección de correo electrónico:'],
    action: 'Confirmar correo electrónico',
    closing: 'El enlace funciona durante 24 horas. Si no has abierto una cuenta, no tienes que hacer nada.',
  }),
  signed_in: ({ device, address, at }, { moment }) => ({
    subject: 'Has iniciado sesión',
    summary: `Se ha iniciado sesión en tu cuenta con ${deviceName(device)} desde ${address} el ${moment(at)}.`,
    more: [ifNotYou],
    action: 'Revisar tus dispositivos',
  }),
  new_device: ({ device, address, at }, { moment }) => ({
    subject: 'Un nuevo dispositivo ha iniciado sesión en tu cuenta',
    summary: `Ha iniciado sesión un dispositivo que no conocíamos: ${deviceName(device)} desde ${address} el ${moment(at)}.`,
    more: [ifNotYou],
    action: 'Revisar tus dispositivos',
  }),
  email_change_requested: ({ by }) => ({
    subject: 'Se ha pedido una nueva dirección de correo electrónico',
    summary: `${by === 'operator' ? 'Nuestro equipo ha pedido' : 'Has pedido'} una nueva dirección para tu cuenta. La anterior sigue en vigor hasta que se confirme la nueva.`,
    more: ['Si no lo quieres, conserva esta dirección:'],
    action: 'Conservar esta dirección',
    closing:
      'El enlace funciona una vez, durante 96 horas. Si la nueva ya se ha confirmado, cierra todas las sesiones y recibirás un enlace para poner una contraseña nueva.',
  }),
  email_changed: ({ how }) => ({
    subject:
      how === 'changed' ? 'Tu dirección de correo electrónico ha cambiado' : 'Vuelves a tener tu dirección anterior',
    summary:
      how === 'changed'
        ? 'Inicia sesión con la nueva dirección a partir de ahora. Se ha cerrado la sesión en todos tus dispositivos.'
        : 'El cambio se ha deshecho desde el buzón anterior. Se ha cerrado la sesión en todos los dispositivos.',
    more: [ifNotYou],
    action: 'Abrir tu cuenta',
  }),
  password_changed: () => ({
    subject: 'Tu contraseña ha cambiado',
    summary: 'Se ha cerrado la sesión en tus otros dispositivos.',
    more: [ifNotYou],
    action: 'Abrir los ajustes de seguridad',
  }),
  two_factor_changed: ({ on }) => ({
    subject: on ? 'La verificación en dos pasos está activada' : 'La verificación en dos pasos está desactivada',
    summary: on
      ? 'A partir de ahora pediremos un código de tu aplicación de autenticación cuando inicies sesión.'
      : 'A partir de ahora basta tu contraseña para abrir tu cuenta: no pediremos ningún código cuando inicies sesión.',
    more: [ifNotYou],
    action: 'Abrir los ajustes de seguridad',
  }),
  passkey_changed: ({ change }) =>
    ({
      added: {
        subject: 'Se ha añadido una llave de acceso a tu cuenta',
        summary: 'Abre tu cuenta a partir de ahora, sin contraseña ni código.',
        more: [ifNotYou],
        action: 'Revisar tus llaves de acceso',
      },
      removed: {
        subject: 'Se ha quitado una llave de acceso de tu cuenta',
        summary: 'Ya no abre tu cuenta.',
        more: [ifNotYou],
        action: 'Revisar tus llaves de acceso',
      },
      copied: {
        subject: 'Se ha rechazado un inicio de sesión con una llave de acceso',
        summary: 'Parece que la llave ha sido copiada. Quítala y añade una nueva.',
        more: [ifNotYou],
        action: 'Revisar tus llaves de acceso',
      },
    })[change],
  status_changed: ({ status }) =>
    ({
      active: {
        subject: 'Tu cuenta está activa',
        summary: 'Puedes depositar, jugar y retirar.',
        action: 'Abrir la cuenta',
      },
      suspended: {
        subject: 'Tu cuenta está suspendida',
        summary: 'Aún puedes iniciar sesión y contactar con nuestro servicio de atención, que te dirá qué hacer.',
        action: 'Abrir la cuenta',
      },
      closed: {
        subject: 'Tu cuenta está cerrada',
        summary:
          'Ya no se puede iniciar sesión en ella. Si tienes preguntas, contacta con nuestro servicio de atención.',
      },
    })[status],
  verification_changed: ({ level }) =>
    level === 'verified'
      ? {
          subject: 'Tu cuenta está verificada',
          summary:
            'Tu identidad está confirmada. Desde ahora tienes límites más altos para apuestas, depósitos y retiradas.',
          action: 'Ver tu verificación',
        }
      : {
          subject: 'Tu cuenta ya no está verificada',
          summary:
            'Tenemos que volver a confirmar tu identidad. Hasta entonces valen los límites de una cuenta sin verificar.',
          action: 'Ver tu verificación',
        },
  player_excluded: ({ kind, endsAt }, { moment }) => ({
    subject: kind === 'time_out' ? 'Tu pausa ha comenzado' : 'Tu autoexclusión ha comenzado',
    summary: endsAt ? `Dura hasta el ${moment(endsAt)}.` : 'Es permanente.',
    more: [
      endsAt
        ? 'Después termina sola; ni tú ni nuestro equipo podéis terminarla antes.'
        : 'Ni tú ni nuestro equipo podéis anularla.',
      'No puedes apostar, jugar ni depositar, y no recibirás bonos ni ofertas. Las apuestas abiertas siguen en pie y se liquidan con normalidad. Puedes seguir entrando, retirar tu dinero y contactar con soporte.',
    ],
    action: 'Abrir Juego seguro',
  }),
  kyc_approved: ({ validUntil }, { day }) => ({
    subject: 'Tu identidad está verificada',
    summary: `Tu verificación es válida hasta el ${day(validUntil)}.`,
    more: [
      'Hemos comprobado y aprobado tus documentos. Desde ahora tienes límites más altos para apuestas, depósitos y retiradas.',
    ],
    action: 'Ver tu verificación',
  }),
  kyc_rejected: ({ reason }) => ({
    subject: 'No hemos podido verificar tu identidad',
    summary: because(reason),
    more: [
      'Hemos comprobado tus documentos y no hemos podido aprobarlos. Puedes subir documentos nuevos cuando quieras.',
    ],
    action: 'Subir documentos',
  }),
  kyc_expired: ({ wasApproved }) =>
    wasApproved
      ? {
          subject: 'Tu documento de identidad ha caducado',
          summary: 'Hasta que vuelvas a verificar tu identidad valen los límites de una cuenta sin verificar.',
          more: ['Ha caducado un documento con el que se verificó tu cuenta.'],
          action: 'Subir documentos',
        }
      : {
          subject: 'Tu verificación ha caducado',
          summary: 'No se ha podido completar a tiempo. Vuelve a enviar tus documentos.',
          action: 'Subir documentos',
        },
  deposit_approved: (data, { amount }) => ({
    subject: 'Tu depósito ha sido aprobado',
    summary: `Tienes ${amount(data)} en tu saldo.`,
    action: 'Abrir el monedero',
  }),
  deposit_rejected: (data, { amount }) => ({
    subject: 'Tu depósito ha sido rechazado',
    summary: `No se han abonado ${amount(data)}. ${because(data.reason)}`,
    action: 'Abrir el monedero',
  }),
  deposit_failed: (data, { amount }) => ({
    subject: 'Tu depósito no se ha completado',
    summary: `No se han abonado ${amount(data)}. ${because(data.reason)}`,
    action: 'Abrir el monedero',
  }),
  withdrawal_approved: (data, { amount }) => ({
    subject: 'Tu retirada ha sido aprobada',
    summary: `El pago de ${amount(data)} está en camino.`,
    action: 'Abrir el monedero',
  }),
  withdrawal_paid: (data, { amount }) => ({
    subject: 'Tu retirada se ha pagado',
    summary: `Hemos transferido ${amount(data)} a tu cuenta bancaria. Referencia del banco: ${data.bankReference}`,
    action: 'Abrir el monedero',
  }),
  withdrawal_rejected: (data, { amount }) => ({
    subject: 'Tu retirada ha sido rechazada',
    summary: `Vuelves a tener ${amount(data)} disponible en tu saldo. ${because(data.reason)}`,
    action: 'Abrir el monedero',
  }),
  withdrawal_returned: (data, { amount }) => ({
    subject: 'Tu retirada ha sido devuelta',
    summary: `No se han podido pagar ${amount(data)}, que vuelven a estar en tu saldo. ${because(data.reason)}`,
    action: 'Abrir el monedero',
  }),
  destination_added: ({ method, destinationEnd }) => ({
    subject: 'Un nuevo destino para tus retiradas',
    summary: `Se ha pedido una retirada a un destino que no conocíamos (${methods[method] ?? method}). Termina en ${destinationEnd}.`,
    more: [ifNotYou],
    action: 'Abrir los ajustes de seguridad',
  }),
  destination_saved: ({ method, destinationEnd }) => ({
    subject: 'Se ha guardado un destino para tus retiradas',
    summary: `Se ha guardado un destino al que nunca has retirado dinero (${methods[method] ?? method})${destinationEnd && `. Termina en ${destinationEnd}`}.`,
    more: [ifNotYou],
    action: 'Abrir los ajustes del monedero',
  }),
  pin_changed: ({ on }) => ({
    subject: on ? 'Se ha fijado tu PIN de retirada' : 'Se ha quitado tu PIN de retirada',
    summary: on
      ? 'A partir de ahora las retiradas piden el PIN que se acaba de fijar.'
      : 'A partir de ahora las retiradas no piden ningún PIN.',
    more: [ifNotYou],
    action: 'Abrir los ajustes de seguridad',
  }),
  balance_low: (data, { amount }) => ({
    subject: 'Tu saldo es bajo',
    summary: `Te quedan ${amount(data)} para jugar.`,
    more: ['Juega solo con lo que puedas permitirte perder.'],
    action: 'Abrir el monedero',
  }),
  balance_adjusted: (data, { amount }) => ({
    subject: 'Tu saldo ha sido ajustado',
    summary: `Nuestro personal ha ${data.amountMinor < 0 ? `retirado ${amount(data)} de` : `añadido ${amount(data)} a`} tu saldo. ${because(data.reason)}`,
    action: 'Abrir el monedero',
  }),
  free_bet_given: (data, { amount, moment }) => ({
    subject: 'Tienes una apuesta gratis',
    summary: `Tu apuesta gratis de ${amount(data)} vale hasta el ${moment(data.expiresAt)}.`,
    more: ['Es el importe de una sola apuesta y se usa entero. El importe no se devuelve con lo que ganes.'],
    action: 'Elegir una apuesta',
    closing: `Juega solo si quieres. ${mailOfPromotions}`,
  }),
  bonus_granted: (data, { amount, moment }) => ({
    subject: 'Tu bono está listo',
    summary: `Se ha añadido un bono de ${amount(data)} a tu saldo. Puedes jugar con él hasta el ${moment(data.expiresAt)}.`,
    more: ['Cuando cumplas el requisito de apuesta, lo que quede de él se convierte en dinero real.'],
    action: 'Ver tus promociones',
    closing: `Juega solo si quieres. ${mailOfPromotions}`,
  }),
  promotion_claimed: ({ type, waitingFor }) => ({
    subject: `Has solicitado ${offers[type].one}`,
    summary: {
      deposit: 'Se activa con tu próximo depósito, si alcanza el mínimo.',
      operator: 'Estamos revisando tu solicitud. La decisión aparecerá en Promociones.',
      nothing: 'Ya está activa.',
    }[waitingFor],
    action: 'Ver tus promociones',
  }),
  wagering_completed: (data, { amount }) => ({
    subject: 'Tu bono ya es dinero real',
    summary: `Has cumplido el requisito de apuesta. ${amount(data)} de tu bono son ahora dinero real: puedes jugarlos o retirarlos.`,
    action: 'Abrir el monedero',
  }),
  claim_ended: (data, { amount }) => ({
    subject: `Ha terminado ${offers[data.type].yours}`,
    summary: ends[data.reason],
    more:
      data.amountMinor > 0
        ? [
            `${data.type === 'free_bet' ? `Se ha retirado la apuesta gratis de ${amount(data)}` : `Se han retirado ${amount(data)} de dinero de bono`}. Tu dinero real no cambia.`,
          ]
        : [],
    action: 'Ver tus promociones',
  }),
  cashback_paid: (data, { amount, day }) => ({
    subject: 'Hemos pagado tu cashback',
    summary: `Se han añadido a tu saldo, como dinero real, ${amount(data)} de cashback de la semana del ${day(data.weekStartsAt)}.`,
    action: 'Abrir el monedero',
    closing: mailOfPromotions,
  }),
  tier_changed: ({ tier }) => ({
    subject: `Tu nivel es ahora ${tiers[tier]}`,
    summary: 'Tu nivel de fidelidad depende de los puntos que has ganado en los últimos 365 días.',
    action: 'Ver tus puntos',
    closing: mailOfPromotions,
  }),
  ticket_answered: ({ ticketId }) => ({
    subject: 'Nuestro servicio de atención te ha respondido',
    summary: `Hay una respuesta nueva a tu ticket #${ticketReference(ticketId)}.`,
    action: 'Leer la respuesta',
  }),
  chat_kept: () => ({
    subject: 'Tu chat es ahora un ticket',
    summary: 'Puedes seguir escribiendo ahí, y ahí te responderemos.',
    more: ['Hemos guardado tu chat con el servicio de atención como ticket.'],
    action: 'Abrir el ticket',
  }),
};
