/** A sample of each mail, with the texts that it must contain. */
import type { Template, TemplateData } from './mail/templates.ts';

const confirming = 'https://fairline.example/auth/callback?type=signup&token=tok_en-1';
const resetting = 'https://fairline.example/reset-password?token=tok_en-1';
const activating = 'https://fairline.example/admin/activate?token=tok_en-1';
export const payment = {
  paymentId: '019aa1c8-7f00-7000-8000-000000000001',
  amountMinor: 123_456,
  currency: 'EUR',
} as const;
const changeId = '019aa1c8-7f00-7000-8000-000000000002';
const signIn = { device: 'Firefox (Linux)', address: '203.0.113.7', at: '2026-11-21T03:20:45.000Z' };

export type Sample<T extends Template> = { data: TemplateData[T]; texts: string[]; dice: string[] };
/** Texts that each mail must contain, in English and in Spanish: the subject first. */
export const samples: { [T in Template]: Sample<T>[] } = {
  welcome: [
    {
      data: {},
      texts: ['Welcome to Fairline! Please confirm your email address', 'Hello Ada,', confirming, '24 hours'],
      dice: [
        '¡Te damos la bienvenida a Fairline! Confirma tu correo electrónico',
        'Hola, Ada:',
        confirming,
        '24 horas',
      ],
    },
  ],
  verify_email: [
    {
      data: {},
      texts: ['Please confirm your email address', confirming, '24 hours'],
      dice: ['Confirma tu correo electrónico', confirming, '24 horas'],
    },
  ],
  reset_password: [
    {
      data: {},
      texts: ['Set a new password', resetting, 'one hour'],
      dice: ['Elige una nueva contraseña', resetting, 'una hora'],
    },
  ],
  signed_in: [
    {
      data: signIn,
      texts: ['You signed in', 'Firefox (Linux)', '203.0.113.7', '2026-11-21 03:20 UTC', 'If this was not you'],
      dice: ['Has iniciado sesión', 'Firefox (Linux)', '203.0.113.7', '2026-11-21 03:20 UTC', 'Si no has sido tú'],
    },
  ],
  new_device: [
    {
      data: signIn,
      texts: ['A new device signed in to your account', 'Firefox (Linux)', '203.0.113.7', 'If this was not you'],
      dice: [
        'Un nuevo dispositivo ha iniciado sesión en tu cuenta',
        'Firefox (Linux)',
        '203.0.113.7',
        'Si no has sido tú',
      ],
    },
  ],
  confirm_new_email: [
    {
      data: { changeId },
      texts: [
        'Please confirm your new email address',
        'https://fairline.example/auth/callback?type=new_email&token=tok_en-1',
        '24 hours',
      ],
      dice: [
        'Confirma tu nueva dirección de correo electrónico',
        'https://fairline.example/auth/callback?type=new_email&token=tok_en-1',
        '24 horas',
      ],
    },
  ],
  email_in_use: [
    {
      data: {},
      texts: ['Your email address already has an account', 'Nothing has changed'],
      dice: ['Tu correo electrónico ya tiene una cuenta', 'No ha cambiado nada'],
    },
  ],
  email_replaced: [
    {
      data: { changeId },
      texts: [
        'Your account has a new email address',
        'https://fairline.example/auth/callback?type=keep_email&token=tok_en-1',
        '72 hours',
      ],
      dice: [
        'Tu cuenta tiene una nueva dirección de correo electrónico',
        'https://fairline.example/auth/callback?type=keep_email&token=tok_en-1',
        '72 horas',
      ],
    },
  ],
  email_change_requested: [
    {
      data: { changeId, by: 'player' },
      texts: [
        'A new email address was requested',
        'You requested a new email address',
        '/auth/callback?type=keep_email&token=tok_en-1',
        '96 hours',
      ],
      dice: [
        'Se ha pedido una nueva dirección de correo electrónico',
        'Has pedido una nueva dirección',
        '/auth/callback?type=keep_email&token=tok_en-1',
        '96 horas',
      ],
    },
    {
      data: { changeId, by: 'operator' },
      texts: ['A new email address was requested', 'Our team requested a new email address'],
      dice: ['Se ha pedido una nueva dirección de correo electrónico', 'Nuestro equipo ha pedido una nueva dirección'],
    },
  ],
  email_changed: [
    {
      data: { how: 'changed' },
      texts: ['Your email address was changed', 'Sign in with the new address', 'If this was not you'],
      dice: [
        'Tu dirección de correo electrónico ha cambiado',
        'Inicia sesión con la nueva dirección',
        'Si no has sido tú',
      ],
    },
    {
      data: { how: 'undone' },
      texts: ['Your old email address was restored', 'undone from the old mailbox'],
      dice: ['Vuelves a tener tu dirección anterior', 'desde el buzón anterior'],
    },
  ],
  passkey_changed: [
    {
      data: { change: 'added' },
      texts: ['A passkey was added to your account', 'can now sign in to your account'],
      dice: ['Se ha añadido una llave de acceso a tu cuenta', 'Abre tu cuenta a partir de ahora'],
    },
    {
      data: { change: 'removed' },
      texts: ['A passkey was removed from your account', 'can no longer sign in'],
      dice: ['Se ha quitado una llave de acceso de tu cuenta', 'Ya no abre'],
    },
    {
      data: { change: 'copied' },
      texts: ['A sign-in with a passkey was refused', 'seems to have been copied'],
      dice: ['Se ha rechazado un inicio de sesión con una llave de acceso', 'ha sido copiada'],
    },
  ],
  operator_passkey: [
    {
      data: { change: 'added', name: 'Laptop' },
      texts: [
        'A passkey was added to your operator account',
        'sign in to the back office',
        'https://fairline.example/admin/settings',
      ],
      dice: ['Se ha añadido una llave de acceso a tu cuenta de operador', '«Laptop» abre el panel'],
    },
    {
      data: { change: 'removed', name: 'Laptop' },
      texts: ['A passkey was removed from your operator account', 'can no longer sign in'],
      dice: ['Se ha quitado una llave de acceso de tu cuenta de operador', 'ya no abre el panel'],
    },
    {
      data: { change: 'copied', name: 'Laptop' },
      texts: ['A sign-in with your passkey was refused', 'seems to have been copied'],
      dice: ['Se ha rechazado un inicio de sesión con tu llave de acceso', 'ha sido copiada'],
    },
  ],
  password_changed: [
    {
      data: {},
      texts: ['Your password was changed', 'If this was not you'],
      dice: ['Tu contraseña ha cambiado', 'Si no has sido tú'],
    },
  ],
  two_factor_changed: [
    {
      data: { on: true },
      texts: ['Two-factor authentication is on', 'a code from your authenticator app'],
      dice: ['La verificación en dos pasos está activada', 'un código de tu aplicación de autenticación'],
    },
    {
      data: { on: false },
      texts: ['Two-factor authentication is off', 'your password alone'],
      dice: ['La verificación en dos pasos está desactivada', 'basta tu contraseña'],
    },
  ],
  status_changed: [
    {
      data: { status: 'active' },
      texts: ['Your account is active', 'deposit, play and withdraw'],
      dice: ['Tu cuenta está activa', 'depositar, jugar y retirar'],
    },
    {
      data: { status: 'suspended' },
      texts: ['Your account is suspended', 'contact our support'],
      dice: ['Tu cuenta está suspendida', 'servicio de atención'],
    },
    {
      data: { status: 'closed' },
      texts: ['Your account is closed', 'contact our support'],
      dice: ['Tu cuenta está cerrada', 'servicio de atención'],
    },
  ],
  verification_changed: [
    {
      data: { level: 'verified' },
      texts: ['Your account is verified', 'higher limits'],
      dice: ['Tu cuenta está verificada', 'límites más altos'],
    },
    {
      data: { level: 'unverified' },
      texts: ['Your account is no longer verified', 'confirmed again'],
      dice: ['Tu cuenta ya no está verificada', 'volver a confirmar'],
    },
  ],
  player_excluded: [
    {
      data: { kind: 'time_out', endsAt: '2026-11-27T12:00:00.000Z' },
      texts: ['Your time-out has begun', 'until 2026-11-27 12:00 UTC', 'withdraw your money'],
      dice: ['Tu pausa ha comenzado', 'hasta el 2026-11-27 12:00 UTC', 'retirar tu dinero'],
    },
    {
      data: { kind: 'self_exclusion', endsAt: '' },
      texts: ['Your self-exclusion has begun', 'is permanent', 'no bonuses or offers'],
      dice: ['Tu autoexclusión ha comenzado', 'permanente', 'ofertas'],
    },
  ],
  kyc_approved: [
    {
      data: { validUntil: '2027-11-20T09:30:00.000Z' },
      texts: [
        'Your identity is verified',
        'higher limits',
        'until 2027-11-20',
        'https://fairline.example/account?tab=verification',
      ],
      dice: [
        'Tu identidad está verificada',
        'límites más altos',
        'hasta el 2027-11-20',
        'https://fairline.example/account?tab=verification',
      ],
    },
  ],
  kyc_rejected: [
    {
      data: { reason: 'The photo is blurred' },
      texts: ['We could not verify your identity', 'Reason: The photo is blurred', 'Upload documents'],
      dice: ['No hemos podido verificar tu identidad', 'Motivo: The photo is blurred', 'Subir documentos'],
    },
  ],
  kyc_expired: [
    {
      data: { wasApproved: true },
      texts: ['Your identity document has expired', 'limits of an unverified account'],
      dice: ['Tu documento de identidad ha caducado', 'límites de una cuenta sin verificar'],
    },
    {
      data: { wasApproved: false },
      texts: ['Your verification has expired', 'again'],
      dice: ['Tu verificación ha caducado', 'Vuelve a enviar'],
    },
  ],
  deposit_approved: [
    {
      data: payment,
      texts: ['Your deposit was approved', '1,234.56 EUR', 'https://fairline.example/wallet'],
      dice: ['Tu depósito ha sido aprobado', '1.234,56 EUR', 'https://fairline.example/wallet'],
    },
  ],
  deposit_rejected: [
    {
      data: { ...payment, reason: 'No such transfer' },
      texts: ['Your deposit was rejected', '1,234.56 EUR', 'Reason: No such transfer'],
      dice: ['Tu depósito ha sido rechazado', '1.234,56 EUR', 'Motivo: No such transfer'],
    },
  ],
  deposit_failed: [
    {
      data: { ...payment, reason: 'Card declined' },
      texts: ['Your deposit did not go through', '1,234.56 EUR', 'Reason: Card declined'],
      dice: ['Tu depósito no se ha completado', '1.234,56 EUR', 'Motivo: Card declined'],
    },
  ],
  withdrawal_approved: [
    {
      data: payment,
      texts: ['Your withdrawal was approved', '1,234.56 EUR', 'on its way'],
      dice: ['Tu retirada ha sido aprobada', '1.234,56 EUR', 'está en camino'],
    },
  ],
  withdrawal_paid: [
    {
      data: { ...payment, bankReference: 'SEPA 4711' },
      texts: ['Your withdrawal was paid', '1,234.56 EUR', 'SEPA 4711'],
      dice: ['Tu retirada se ha pagado', '1.234,56 EUR', 'SEPA 4711'],
    },
  ],
  withdrawal_rejected: [
    {
      data: { ...payment, reason: 'Wrong name' },
      texts: ['Your withdrawal was rejected', '1,234.56 EUR', 'available in your balance again', 'Reason: Wrong name'],
      dice: ['Tu retirada ha sido rechazada', '1.234,56 EUR', 'disponible en tu saldo', 'Motivo: Wrong name'],
    },
  ],
  withdrawal_returned: [
    {
      data: { ...payment, reason: 'Account closed' },
      texts: ['Your withdrawal was returned', '1,234.56 EUR', 'Reason: Account closed'],
      dice: ['Tu retirada ha sido devuelta', '1.234,56 EUR', 'Motivo: Account closed'],
    },
  ],
  destination_added: [
    {
      data: { paymentId: payment.paymentId, method: 'bank_transfer', destinationEnd: '4321' },
      texts: ['A new destination for withdrawals', 'bank account', '4321', 'If this was not you'],
      dice: ['Un nuevo destino para tus retiradas', 'cuenta bancaria', '4321', 'Si no has sido tú'],
    },
  ],
  destination_saved: [
    {
      data: { destinationId: payment.paymentId, method: 'crypto', destinationEnd: '9xyz' },
      texts: ['A destination for withdrawals was saved', 'crypto wallet', '9xyz', 'If this was not you'],
      dice: ['Se ha guardado un destino para tus retiradas', '9xyz', 'Si no has sido tú'],
    },
  ],
  pin_changed: [
    {
      data: { on: true },
      texts: ['Your withdrawal PIN was set', 'If this was not you'],
      dice: ['Se ha fijado tu PIN de retirada', 'Si no has sido tú'],
    },
    {
      data: { on: false },
      texts: ['Your withdrawal PIN was removed', 'no longer need a PIN'],
      dice: ['Se ha quitado tu PIN de retirada', 'ningún PIN'],
    },
  ],
  balance_low: [
    {
      data: { amountMinor: 4_200, currency: 'GBP' },
      texts: ['Your balance is low', '42.00 GBP', 'afford to lose'],
      dice: ['Tu saldo es bajo', '42,00 GBP', 'permitirte perder'],
    },
  ],
  balance_adjusted: [
    {
      data: { adjustmentId: payment.paymentId, amountMinor: 500, currency: 'USD', reason: 'Goodwill' },
      texts: ['Your balance was adjusted', '5.00 USD was added', 'Reason: Goodwill'],
      dice: ['Tu saldo ha sido ajustado', 'ha añadido 5,00 USD', 'Motivo: Goodwill'],
    },
    {
      data: { adjustmentId: payment.paymentId, amountMinor: -500, currency: 'USD', reason: 'Paid twice' },
      texts: ['Your balance was adjusted', '5.00 USD was taken', 'Reason: Paid twice'],
      dice: ['Tu saldo ha sido ajustado', 'ha retirado 5,00 USD', 'Motivo: Paid twice'],
    },
  ],
  free_bet_given: [
    {
      data: {
        claimId: payment.paymentId,
        amountMinor: 123_456,
        currency: 'EUR',
        expiresAt: '2026-12-01T09:30:00.000Z',
      },
      texts: ['You have a free bet', '1,234.56 EUR', 'until 2026-12-01 09:30 UTC', 'not returned', 'preferences'],
      dice: [
        'Tienes una apuesta gratis',
        '1.234,56 EUR',
        'hasta el 2026-12-01 09:30 UTC',
        'no se devuelve',
        'preferencias',
      ],
    },
  ],
  bonus_granted: [
    {
      data: { claimId: payment.paymentId, amountMinor: 5_000, currency: 'EUR', expiresAt: '2026-12-01T09:30:00.000Z' },
      texts: ['Your bonus is ready', '50.00 EUR', 'until 2026-12-01 09:30 UTC', 'wagering requirement', 'preferences'],
      dice: [
        'Tu bono está listo',
        '50,00 EUR',
        'hasta el 2026-12-01 09:30 UTC',
        'requisito de apuesta',
        'preferencias',
      ],
    },
  ],
  promotion_claimed: [
    {
      data: { claimId: payment.paymentId, type: 'deposit_bonus', waitingFor: 'deposit' },
      texts: ['You claimed a deposit bonus', 'Your next deposit', 'https://fairline.example/promotions'],
      dice: ['Has solicitado un bono de depósito', 'tu próximo depósito', 'https://fairline.example/promotions'],
    },
    {
      data: { claimId: payment.paymentId, type: 'free_bet', waitingFor: 'operator' },
      texts: ['You claimed a free bet', 'We are reviewing your claim'],
      dice: ['Has solicitado una apuesta gratis', 'Estamos revisando tu solicitud'],
    },
  ],
  wagering_completed: [
    {
      data: { claimId: payment.paymentId, amountMinor: 123_456, currency: 'EUR' },
      texts: ['Your bonus is now cash', '1,234.56 EUR', 'withdraw'],
      dice: ['Tu bono ya es dinero real', '1.234,56 EUR', 'retirarlos'],
    },
  ],
  claim_ended: [
    {
      data: { claimId: payment.paymentId, type: 'welcome_bonus', reason: 'expired', amountMinor: 500, currency: 'EUR' },
      texts: [
        'Your welcome bonus has ended',
        'It expired',
        '5.00 EUR of bonus money was removed',
        'cash is not affected',
      ],
      dice: [
        'Ha terminado tu bono de bienvenida',
        'acabado su plazo',
        '5,00 EUR de dinero de bono',
        'dinero real no cambia',
      ],
    },
    {
      data: { claimId: payment.paymentId, type: 'free_bet', reason: 'operator', amountMinor: 2_500, currency: 'EUR' },
      texts: ['Your free bet has ended', 'The free bet of 25.00 EUR was removed'],
      dice: ['Ha terminado tu apuesta gratis', 'Se ha retirado la apuesta gratis de 25,00 EUR'],
    },
    {
      data: { claimId: payment.paymentId, type: 'cashback', reason: 'operator', amountMinor: 0, currency: 'EUR' },
      texts: ['Your cashback offer has ended', 'contact our support'],
      dice: ['Ha terminado tu oferta de cashback', 'servicio de atención'],
    },
    {
      data: {
        claimId: payment.paymentId,
        type: 'deposit_bonus',
        reason: 'withdrawal',
        amountMinor: 500,
        currency: 'EUR',
      },
      texts: ['Your deposit bonus has ended', 'requested a withdrawal', '5.00 EUR of bonus money was removed'],
      dice: ['Ha terminado tu bono de depósito', 'solicitaste una retirada', '5,00 EUR de dinero de bono'],
    },
  ],
  cashback_paid: [
    {
      data: {
        statementId: payment.paymentId,
        amountMinor: 1_234,
        currency: 'GBP',
        weekStartsAt: '2026-11-16T00:00:00.000Z',
      },
      texts: ['Your cashback was paid', '12.34 GBP', 'week of 2026-11-16', 'as cash'],
      dice: ['Hemos pagado tu cashback', '12,34 GBP', 'semana del 2026-11-16', 'dinero real'],
    },
  ],
  tier_changed: [
    {
      data: { tier: 'gold', from: 'silver' },
      texts: ['You are now Gold', 'last 365 days'],
      dice: ['Tu nivel es ahora Oro', 'últimos 365 días'],
    },
  ],
  ticket_answered: [
    {
      data: { ticketId: payment.paymentId },
      texts: [
        'Our support team answered you',
        `ticket #${payment.paymentId.slice(-8)}.`,
        `https://fairline.example/support?ticket=${payment.paymentId}`,
      ],
      dice: [
        'Nuestro servicio de atención te ha respondido',
        `ticket #${payment.paymentId.slice(-8)}.`,
        `https://fairline.example/support?ticket=${payment.paymentId}`,
      ],
    },
  ],
  chat_kept: [
    {
      data: { ticketId: payment.paymentId },
      texts: ['Your chat is now a ticket', `https://fairline.example/support?ticket=${payment.paymentId}`],
      dice: ['Tu chat es ahora un ticket', `https://fairline.example/support?ticket=${payment.paymentId}`],
    },
  ],
  operator_invited: [
    {
      data: { role: 'super_admin' },
      texts: ['You are invited to the Fairline back office', 'super admin', activating, '24 hours'],
      dice: ['Tienes una invitación al panel de Fairline', 'super admin', activating, '24 horas'],
    },
  ],
  operator_reset: [
    {
      data: {},
      texts: ['Your operator access was reset', activating, 'If you did not ask for this'],
      dice: ['Se ha restablecido tu acceso de operador', activating, 'Si no lo has pedido'],
    },
  ],
  operator_raised: [
    {
      data: { role: 'finance' },
      texts: ['Your operator role was changed', 'finance'],
      dice: ['Tu rol de operador ha cambiado', 'finance'],
    },
  ],
  access_requested: [
    {
      data: { kind: 'reset', role: 'finance' },
      texts: [
        'A request for operator access is waiting for you',
        'a reset of an operator',
        'https://fairline.example/admin/operators',
      ],
      dice: [
        'Una solicitud de acceso espera tu decisión',
        'restablecer a un operador',
        'https://fairline.example/admin/operators',
      ],
    },
  ],
};
