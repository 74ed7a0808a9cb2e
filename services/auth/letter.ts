/**
 * The letters a player may get: what each is filled with, and what it says in each language.
 * A language is one record of letters; the compiler names those it lacks.
 */
import { type CurrencyCode, formatMoney, type NumberMarks, numberMarks } from '@fairline/proto/money';
import type { failureWords } from '@fairline/proto/wallet/words';

type Nothing = Record<string, never>;
interface Amount {
  amountMinor: number;
  currency: CurrencyCode;
}
interface SignIn {
  /** Browser and system, as people say them. */
  device: string;
  address: string;
  at: string;
}
interface Switched {
  on: boolean;
}
type Reasoned = { paymentId: string; reason: string } & Amount;

/** What each letter and its notice are filled with; kept in the queue, so never a secret. */
export interface MailFacts {
  welcome: Nothing;
  verify_email: Nothing;
  reset_password: Nothing;
  signed_in: SignIn;
  new_device: SignIn;
  password_changed: Nothing;
  two_factor_changed: Switched;
  status_changed: { status: 'active' | 'suspended' | 'closed' };
  verification_changed: { level: 'unverified' | 'verified' };
  deposit_approved: Amount & { paymentId: string };
  deposit_rejected: Reasoned;
  deposit_failed: Reasoned;
  withdrawal_approved: Amount & { paymentId: string };
  withdrawal_rejected: Reasoned;
  withdrawal_returned: Reasoned;
  destination_added: { paymentId: string; method: string; destinationEnd: string };
  pin_changed: Switched;
  balance_low: Amount;
  balance_adjusted: Amount & { adjustmentId: string; reason: string };
  free_bet_given: Amount & { claimId: string; expiresAt: string };
}
export type Template = keyof MailFacts;

/** Where a letter may lead. */
interface Links {
  /** Confirms the address, or sets a new password: the page of the letter's own one-time link. */
  once: string;
  wallet: string;
  sports: string;
  account: string;
  security: string;
}

export interface Letter {
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Said after the action. */
  closing?: string;
}

export interface Language {
  code: string;
  greeting: (firstName: string) => string;
  footer: string;
  letters: { [T in Template]: (facts: MailFacts[T], links: Links) => Letter };
}

/** Letters with a one-time link: what it is good for, and for how long after it was sent. */
export const oneTimeLinks: Partial<Record<Template, { purpose: 'verify_email' | 'reset_password'; hours: number; path: string }>> = {
  welcome: { purpose: 'verify_email', hours: 24, path: '/auth/callback?type=signup&token=' },
  verify_email: { purpose: 'verify_email', hours: 24, path: '/auth/callback?type=signup&token=' },
  reset_password: { purpose: 'reset_password', hours: 1, path: '/reset-password?token=' },
};

/** An amount without its sign, for sentences that say whether it came or went. */
const money = ({ amountMinor, currency }: Amount, marks?: NumberMarks) => formatMoney(Math.abs(amountMinor), currency, marks);
const importe = (amount: Amount) => money(amount, numberMarks.es);

/** "2026-11-21 03:20 UTC": read alike in every language. */
const moment = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

const englishMethods: Record<string, string> = { bank_transfer: 'bank account', credit_card: 'card', crypto: 'crypto wallet', e_wallet: 'e-wallet' };
const ifNotYou = 'If this was not you, set a new password at once and contact our support.';

const english: Language = {
  code: 'en',
  greeting: (firstName) => `Hello ${firstName},`,
  footer: 'You receive this mail because you have an account at Fairline. 18+. Please play responsibly.',
  letters: {
    welcome: (_facts, { once }) => ({
      subject: 'Welcome to Fairline! Please confirm your email address',
      paragraphs: ['Welcome to Fairline! Your account is open.', 'Please confirm that this is your email address:'],
      action: { label: 'Confirm email address', url: once },
      closing: 'The link works for 24 hours. If you did not open an account, you need not do anything.',
    }),
    verify_email: (_facts, { once }) => ({
      subject: 'Please confirm your email address',
      paragraphs: ['Please confirm that this is your email address:'],
      action: { label: 'Confirm email address', url: once },
      closing: 'The link works for 24 hours. If you did not ask for it, you need not do anything.',
    }),
    reset_password: (_facts, { once }) => ({
      subject: 'Set a new password',
      paragraphs: ['Somebody, probably you, asked for a new password for your account. Set it here:'],
      action: { label: 'Set a new password', url: once },
      closing: 'The link works once, for one hour. If you did not ask for it, you need not do anything: your password stays as it is.',
    }),
    signed_in: (facts, { security }) => ({
      subject: 'You signed in',
      paragraphs: [`Your account was signed in to with ${facts.device} from ${facts.address} on ${moment(facts.at)}.`, ifNotYou],
      action: { label: 'Review your devices', url: security },
    }),
    new_device: (facts, { security }) => ({
      subject: 'A new device signed in to your account',
      paragraphs: [`A device that we did not know signed in: ${facts.device} from ${facts.address} on ${moment(facts.at)}.`, ifNotYou],
      action: { label: 'Review your devices', url: security },
    }),
    password_changed: (_facts, { security }) => ({
      subject: 'Your password was changed',
      paragraphs: ['The password of your account was changed, and your other devices were signed out.', ifNotYou],
      action: { label: 'Open security settings', url: security },
    }),
    two_factor_changed: ({ on }, { security }) => ({
      subject: on ? 'Two-factor authentication is on' : 'Two-factor authentication is off',
      paragraphs: [
        on
          ? 'From now on a code from your authenticator app is asked for when you sign in.'
          : 'From now on your password alone opens your account: no code is asked for when you sign in.',
        ifNotYou,
      ],
      action: { label: 'Open security settings', url: security },
    }),
    status_changed: ({ status }, { account }) => ({
      subject: { active: 'Your account is active', suspended: 'Your account is suspended', closed: 'Your account is closed' }[status],
      paragraphs: {
        active: ['Your account is active: you can deposit, play and withdraw.'],
        suspended: ['Your account is suspended. You can still sign in and contact our support, who will tell you what to do.'],
        closed: ['Your account is closed and can no longer be signed in to. If you have questions, please contact our support.'],
      }[status],
      ...(status !== 'closed' && { action: { label: 'Open account', url: account } }),
    }),
    verification_changed: ({ level }, { account }) =>
      level === 'verified'
        ? {
            subject: 'Your account is verified',
            paragraphs: ['Your identity is confirmed. The higher limits for bets, deposits and withdrawals are yours from now on.'],
            action: { label: 'Open account', url: account },
          }
        : {
            subject: 'Your account is no longer verified',
            paragraphs: ['Your identity needs to be confirmed again. Until then the limits of an unverified account hold.'],
            action: { label: 'Open account', url: account },
          },
    deposit_approved: (facts, { wallet }) => ({
      subject: 'Your deposit was approved',
      paragraphs: [`Your deposit of ${money(facts)} was approved and is in your balance.`],
      action: { label: 'Open wallet', url: wallet },
    }),
    deposit_rejected: (facts, { wallet }) => ({
      subject: 'Your deposit was rejected',
      paragraphs: [`Your deposit of ${money(facts)} was rejected.`, `Reason: ${facts.reason}`],
      action: { label: 'Open wallet', url: wallet },
    }),
    deposit_failed: (facts, { wallet }) => ({
      subject: 'Your deposit did not go through',
      paragraphs: [`Your deposit of ${money(facts)} did not go through, and nothing was credited.`, `Reason: ${facts.reason}`],
      action: { label: 'Open wallet', url: wallet },
    }),
    withdrawal_approved: (facts, { wallet }) => ({
      subject: 'Your withdrawal was approved',
      paragraphs: [`Your withdrawal of ${money(facts)} was approved and is on its way to you.`],
      action: { label: 'Open wallet', url: wallet },
    }),
    withdrawal_rejected: (facts, { wallet }) => ({
      subject: 'Your withdrawal was rejected',
      paragraphs: [`Your withdrawal of ${money(facts)} was rejected. The money is available in your balance again.`, `Reason: ${facts.reason}`],
      action: { label: 'Open wallet', url: wallet },
    }),
    withdrawal_returned: (facts, { wallet }) => ({
      subject: 'Your withdrawal came back',
      paragraphs: [`Your withdrawal of ${money(facts)} could not be paid out. The money is in your balance again.`, `Reason: ${facts.reason}`],
      action: { label: 'Open wallet', url: wallet },
    }),
    destination_added: ({ method, destinationEnd }, { security }) => ({
      subject: 'A new destination for withdrawals',
      paragraphs: [`A withdrawal to a ${englishMethods[method] ?? method} that we did not know was requested. It ends in ${destinationEnd}.`, ifNotYou],
      action: { label: 'Open security settings', url: security },
    }),
    pin_changed: ({ on }, { security }) => ({
      subject: on ? 'Your withdrawal PIN was set' : 'Your withdrawal PIN was removed',
      paragraphs: [on ? 'From now on withdrawals ask for the PIN that was just set.' : 'From now on withdrawals ask for no PIN.', ifNotYou],
      action: { label: 'Open security settings', url: security },
    }),
    balance_low: (facts, { wallet }) => ({
      subject: 'Your balance is low',
      paragraphs: [`You have ${money(facts)} left to play with.`, 'Only play with what you can afford to lose.'],
      action: { label: 'Open wallet', url: wallet },
    }),
    balance_adjusted: (facts, { wallet }) => ({
      subject: 'Your balance was adjusted',
      paragraphs: [
        facts.amountMinor < 0 ? `${money(facts)} was taken from your balance by our staff.` : `${money(facts)} was added to your balance by our staff.`,
        `Reason: ${facts.reason}`,
      ],
      action: { label: 'Open wallet', url: wallet },
    }),
    free_bet_given: (facts, { sports }) => ({
      subject: 'You have a free bet',
      paragraphs: [
        `We have given you a free bet of ${money(facts)}. It is the stake of one bet, used whole, and can be played until ${moment(facts.expiresAt)}.`,
        'The stake is not returned with what it wins.',
      ],
      action: { label: 'Choose a bet', url: sports },
      closing: 'Play only if you want to. You can switch off mail about promotions in your preferences.',
    }),
  },
};

const spanishMethods: Record<string, string> = {
  bank_transfer: 'cuenta bancaria',
  credit_card: 'tarjeta',
  crypto: 'cartera de criptomonedas',
  e_wallet: 'monedero electrónico',
};
type Failure = (typeof failureWords)[keyof typeof failureWords];
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
/** What the house itself says of a failure; what a person wrote stands as it was written. */
const motivo = (reason: string) => `Motivo: ${Object.hasOwn(spanishFailures, reason) ? spanishFailures[reason as Failure] : reason}`;
const siNoHasSido = 'Si no has sido tú, cambia tu contraseña de inmediato y contacta con nuestro servicio de atención.';

const spanish: Language = {
  code: 'es',
  greeting: (firstName) => `Hola, ${firstName}:`,
  footer: 'Recibes este correo porque tienes una cuenta en Fairline. +18. Juega con responsabilidad.',
  letters: {
    welcome: (_facts, { once }) => ({
      subject: '¡Te damos la bienvenida a Fairline! Confirma tu correo electrónico',
      paragraphs: ['¡Te damos la bienvenida a Fairline! Tu cuenta está abierta.', 'Confirma que esta es tu dirección de correo electrónico:'],
      action: { label: 'Confirmar correo electrónico', url: once },
      closing: 'El enlace funciona durante 24 horas. Si no has abierto una cuenta, no tienes que hacer nada.',
    }),
    verify_email: (_facts, { once }) => ({
      subject: 'Confirma tu correo electrónico',
      paragraphs: ['Confirma que esta es tu dirección de correo electrónico:'],
      action: { label: 'Confirmar correo electrónico', url: once },
      closing: 'El enlace funciona durante 24 horas. Si no lo has pedido, no tienes que hacer nada.',
    }),
    reset_password: (_facts, { once }) => ({
      subject: 'Elige una nueva contraseña',
      paragraphs: ['Alguien, probablemente tú, ha pedido una nueva contraseña para tu cuenta. Elígela aquí:'],
      action: { label: 'Elegir una nueva contraseña', url: once },
      closing: 'El enlace funciona una sola vez, durante una hora. Si no lo has pedido, no tienes que hacer nada: tu contraseña no cambia.',
    }),
    signed_in: (facts, { security }) => ({
      subject: 'Has iniciado sesión',
      paragraphs: [`Se ha iniciado sesión en tu cuenta con ${facts.device} desde ${facts.address} el ${moment(facts.at)}.`, siNoHasSido],
      action: { label: 'Revisar tus dispositivos', url: security },
    }),
    new_device: (facts, { security }) => ({
      subject: 'Un nuevo dispositivo ha iniciado sesión en tu cuenta',
      paragraphs: [`Ha iniciado sesión un dispositivo que no conocíamos: ${facts.device} desde ${facts.address} el ${moment(facts.at)}.`, siNoHasSido],
      action: { label: 'Revisar tus dispositivos', url: security },
    }),
    password_changed: (_facts, { security }) => ({
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
    deposit_approved: (facts, { wallet }) => ({
      subject: 'Tu depósito ha sido aprobado',
      paragraphs: [`Tu depósito de ${importe(facts)} ha sido aprobado y está en tu saldo.`],
      action: { label: 'Abrir la cartera', url: wallet },
    }),
    deposit_rejected: (facts, { wallet }) => ({
      subject: 'Tu depósito ha sido rechazado',
      paragraphs: [`Tu depósito de ${importe(facts)} ha sido rechazado.`, motivo(facts.reason)],
      action: { label: 'Abrir la cartera', url: wallet },
    }),
    deposit_failed: (facts, { wallet }) => ({
      subject: 'Tu depósito no se ha completado',
      paragraphs: [`Tu depósito de ${importe(facts)} no se ha completado y no se ha abonado nada.`, motivo(facts.reason)],
      action: { label: 'Abrir la cartera', url: wallet },
    }),
    withdrawal_approved: (facts, { wallet }) => ({
      subject: 'Tu retirada ha sido aprobada',
      paragraphs: [`Tu retirada de ${importe(facts)} ha sido aprobada y está en camino.`],
      action: { label: 'Abrir la cartera', url: wallet },
    }),
    withdrawal_rejected: (facts, { wallet }) => ({
      subject: 'Tu retirada ha sido rechazada',
      paragraphs: [`Tu retirada de ${importe(facts)} ha sido rechazada. El dinero vuelve a estar disponible en tu saldo.`, motivo(facts.reason)],
      action: { label: 'Abrir la cartera', url: wallet },
    }),
    withdrawal_returned: (facts, { wallet }) => ({
      subject: 'Tu retirada ha sido devuelta',
      paragraphs: [`Tu retirada de ${importe(facts)} no se ha podido pagar. El dinero vuelve a estar en tu saldo.`, motivo(facts.reason)],
      action: { label: 'Abrir la cartera', url: wallet },
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
    balance_low: (facts, { wallet }) => ({
      subject: 'Tu saldo es bajo',
      paragraphs: [`Te quedan ${importe(facts)} para jugar.`, 'Juega solo con lo que puedas permitirte perder.'],
      action: { label: 'Abrir la cartera', url: wallet },
    }),
    balance_adjusted: (facts, { wallet }) => ({
      subject: 'Tu saldo ha sido ajustado',
      paragraphs: [
        facts.amountMinor < 0 ? `Nuestro personal ha retirado ${importe(facts)} de tu saldo.` : `Nuestro personal ha añadido ${importe(facts)} a tu saldo.`,
        motivo(facts.reason),
      ],
      action: { label: 'Abrir la cartera', url: wallet },
    }),
    free_bet_given: (facts, { sports }) => ({
      subject: 'Tienes una apuesta gratis',
      paragraphs: [
        `Te hemos dado una apuesta gratis de ${importe(facts)}. Es el importe de una sola apuesta, se usa entero y vale hasta el ${moment(facts.expiresAt)}.`,
        'El importe no se devuelve con lo que ganes.',
      ],
      action: { label: 'Elegir una apuesta', url: sports },
      closing: 'Juega solo si quieres. Puedes desactivar los correos sobre promociones en tus preferencias.',
    }),
  },
};

export const languages: Record<string, Language> = { en: english, es: spanish };
export const fallbackLanguage = english;
