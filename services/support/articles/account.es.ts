/** Articles in Spanish: account and verification. */
import { minimumAge } from '@fairline/proto/auth/fields';
import { jurisdictionRules } from '@fairline/proto/jurisdictions';
import { documentRules } from '@fairline/proto/kyc/documents';
import { verificationRules } from '@fairline/proto/kyc/verifications';
import { limitRules } from '@fairline/proto/risk/limits';
import { sessionRules } from '@fairline/proto/risk/sessions';
import { limitsByLevel } from '@fairline/proto/wallet/rules';
import type { Article } from './article.ts';
import { figuresIn } from './figures.ts';

const { amount } = figuresIn('es');
const { unverified, verified } = limitsByLevel;
const { exclusionMonths, returnHours } = jurisdictionRules.gb;
const { realityCheckMinutes } = sessionRules;
const [fromHours, toHours] = verificationRules.reviewHours;

export const accountEs: readonly Article[] = [
  {
    id: 'open-account',
    title: '¿Cómo abro una cuenta?',
    body: [
      `Elige Registrarse y rellena el formulario. Debes tener al menos ${minimumAge} años, y cada persona tiene una sola cuenta.`,
      'La contraseña necesita 8 caracteres o más, con mayúsculas, minúsculas y un número. No se admiten contraseñas comunes ni las que contienen el nombre de tu correo.',
      'Tu sesión se inicia enseguida. Te enviamos un correo para confirmar tu dirección.',
    ],
    related: ['confirm-email', 'verify-identity'],
  },
  {
    id: 'confirm-email',
    title: 'No he recibido el correo de confirmación',
    body: [
      'Mira primero en la carpeta de correo no deseado. El enlace del correo funciona durante 24 horas.',
      'Inicia sesión, abre Cuenta y elige Perfil. Allí puedes pedir que te lo enviemos de nuevo.',
      'Puedes depositar y apostar antes de confirmar. Confirma de todos modos: la verificación en dos pasos necesita una dirección confirmada, y una cuenta vacía con la dirección sin confirmar se cierra tras 30 días sin uso.',
    ],
    related: ['open-account', 'forgot-password'],
  },
  {
    id: 'forgot-password',
    title: 'He olvidado mi contraseña',
    body: [
      'En la página de inicio de sesión, elige la opción para recuperar la contraseña y escribe tu correo electrónico. Te enviamos un enlace.',
      'El enlace funciona una sola vez, durante una hora. Al fijar la contraseña nueva se cierra la sesión en todos tus dispositivos.',
      'Tras varias contraseñas equivocadas, el inicio de sesión se bloquea un tiempo. Restablecerla por correo termina ese bloqueo.',
    ],
    related: ['two-factor', 'confirm-email'],
  },
  {
    id: 'two-factor',
    title: '¿Cómo protejo mi cuenta?',
    body: [
      'Abre Cuenta y elige Seguridad.',
      '- Configura la verificación en dos pasos con una aplicación de autenticación. Al iniciar sesión se pide entonces un código.\n- Guarda los códigos de recuperación. Cada uno sustituye a un código una vez.\n- Revisa tus dispositivos y cierra la sesión de los que no conozcas.',
      'Te avisamos por correo cuando entra un dispositivo nuevo, cuando cambia tu contraseña y cuando una retirada va a un destino nuevo. Si no has sido tú, cambia la contraseña enseguida y contacta con nosotros.',
    ],
    related: ['forgot-password', 'withdrawal-pin'],
  },
  {
    id: 'verify-identity',
    title: '¿Cómo verifico mi identidad?',
    body: [
      'Abre Cuenta y elige Verificación. Necesitas dos documentos: tu pasaporte y una factura de suministros con tu nombre y tu dirección.',
      `- Usa un archivo JPG, PNG o PDF de menos de ${documentRules.maxBytes / 1024 / 1024} MB.\n- Muestra el documento entero, en color y enfocado, con las cuatro esquinas.\n- El nombre y la fecha de nacimiento deben ser los de tu cuenta.`,
      `Cuando hayas subido los dos documentos, envíalos para su verificación. Los revisamos en un plazo de ${fromHours} a ${toHours} horas. Verás la decisión en la aplicación y te llegará por correo.`,
      'Si se rechaza un documento, verás el motivo a su lado. Puedes subir otro enseguida.',
      'Los jugadores del Reino Unido se verifican antes de su primer depósito, apuesta y juego. Son normas del regulador.',
    ],
    related: ['document-rejected', 'verified-limits'],
  },
  {
    id: 'document-rejected',
    title: '¿Por qué se rechazó mi documento?',
    body: [
      'Cada documento tiene su propia decisión. El motivo está en la pestaña Verificación de tu cuenta.',
      '- La imagen está borrosa, cortada o demasiado oscura.\n- El documento ha caducado o la factura es demasiado antigua.\n- El nombre, la fecha de nacimiento o la dirección no coinciden con los de tu cuenta.',
      'Sube una copia mejor del documento rechazado y envía la verificación de nuevo. Los documentos aprobados siguen aprobados.',
    ],
    related: ['verify-identity', 'change-details'],
  },
  {
    id: 'verified-limits',
    title: '¿Qué consigo al verificarme?',
    body: [
      'Los límites más altos valen en cuanto se aprueba tu verificación. Son los mismos números en todas las divisas de juego:',
      `- Apuesta máxima: ${amount(verified.maxBetMinor)} en vez de ${amount(unverified.maxBetMinor)}\n- Depósitos al día: ${amount(verified.dailyDepositMinor)} en vez de ${amount(unverified.dailyDepositMinor)}\n- Retiradas al día: ${amount(verified.dailyWithdrawMinor)} en vez de ${amount(unverified.dailyWithdrawMinor)}`,
      'Tus retiradas pasan a ser las primeras de la cola, y puedes optar a las promociones para jugadores verificados si tienes el nivel de fidelidad que piden.',
      'Antes de verificarte puedes retirar lo que depositaste, pero no más.',
    ],
    related: ['verify-identity', 'withdraw-money', 'points-tiers', 'verification-expires'],
  },
  {
    id: 'verification-expires',
    title: '¿Cuánto dura mi verificación?',
    body: [
      `Un documento vale aquí ${documentRules.expiryDays} días desde que lo subes. Cuando caduca el primero de los documentos obligatorios, tu cuenta deja de estar verificada y valen los límites de una cuenta sin verificar.`,
      'Te avisamos por correo. Sube un documento nuevo y envíalo para verificarte otra vez.',
      `Una verificación que no se decide en ${verificationRules.undecidedDays} días termina. En ese caso, envíala de nuevo.`,
    ],
    related: ['verify-identity', 'verified-limits'],
  },
  {
    id: 'change-details',
    title: '¿Cómo cambio mis datos personales?',
    body: [
      'Abre Cuenta y elige Perfil. Puedes cambiar el teléfono, la dirección, la ciudad y el código postal cuando quieras.',
      'El nombre y el país se pueden cambiar hasta que te verificas. La fecha de nacimiento y el correo electrónico no se pueden cambiar allí.',
      'Si alguno de estos datos está mal, contacta con nosotros. Puede que te pidamos un documento.',
      'Si te mudas fuera del Reino Unido, sus normas se aplican hasta que aprobemos un justificante de tu nueva dirección. Súbelo en la pestaña Verificación.',
    ],
    related: ['verify-identity', 'contact-support'],
  },
  {
    id: 'own-limits',
    title: '¿Cómo limito lo que gasto?',
    body: [
      'Abre Cuenta y elige Juego responsable. Puedes limitar los depósitos y las pérdidas por día, semana y mes, el tiempo de una sesión y el importe por apuesta.',
      `Un límite nuevo o más bajo se aplica de inmediato. Para subir o quitar uno, pídelo allí y confírmalo a las ${limitRules.raiseHours} horas. Si no lo confirmas en los ${limitRules.lapseDays} días siguientes a pedirlo, tu límite se mantiene. Bajar un límite cancela la subida o retirada que espera.`,
      'Una pérdida es lo que apostaste menos lo que volvió. Los días, semanas y meses son los de UTC.',
      'El boleto, los juegos y los depósitos muestran lo que queda de tus límites.',
    ],
    related: ['reality-checks', 'take-a-break', 'payment-limits'],
  },
  {
    id: 'reality-checks',
    title: '¿Qué es un aviso de tiempo de juego?',
    body: [
      'Mientras juegas, el juego se detiene a intervalos fijos y muestra cuánto tiempo llevas, lo que has apostado y tu resultado neto. Sigue cuando lo confirmas.',
      `Llega cada ${realityCheckMinutes.initial} minutos. Abre Cuenta y elige Juego responsable para poner otro intervalo, de ${realityCheckMinutes.least} a ${realityCheckMinutes.most} minutos, y avisos por una sesión larga o una pérdida.`,
      'El extracto de actividad, en la página Juego seguro, muestra un resumen de cada mes: depósitos, retiradas, lo apostado, los retornos, el resultado neto y el tiempo.',
    ],
    related: ['own-limits', 'take-a-break'],
  },
  {
    id: 'take-a-break',
    title: '¿Cómo hago una pausa o me autoexcluyo?',
    body: [
      'Abre Juego seguro en el menú de la cuenta. Una pausa dura 1, 7, 30 o 90 días. Una autoexclusión dura 180 o 365 días, o es permanente; está en Cuenta, Juego responsable.',
      'Empieza de inmediato y nadie puede terminarla antes. Puedes alargarla, nunca acortarla.',
      `Para los jugadores del Reino Unido, 180 y 365 días son ${exclusionMonths[180]} y ${exclusionMonths[365]} meses naturales, y la autoexclusión dura hasta que pides volver y pasan ${returnHours} horas más.`,
      '- Sin apuestas, juegos, depósitos, bonos ni ofertas.\n- Las apuestas abiertas siguen en pie y se liquidan con normalidad. Puedes terminar una mano abierta, sin apostar más.\n- Los bonos que ya tienes se mantienen hasta que caduquen. Las solicitudes pendientes y las inscripciones se cancelan.\n- Las retiradas y el soporte siguen disponibles.',
      'Si el juego es un problema para ti o para alguien cercano, habla con alguien: Juego seguro indica organizaciones que ayudan.',
    ],
    related: ['own-limits', 'withdraw-money', 'contact-support'],
  },
  {
    id: 'download-data',
    title: '¿Cómo obtengo una copia de mis datos?',
    body: [
      'Abre Cuenta, elige Privacidad y después Descargar mis datos. Recibes un solo archivo.',
      'Contiene tu perfil y tus ajustes, avisos, pagos, destinos de retirada guardados, movimientos, apuestas, rondas de casino, promociones, puntos, límites, autoexclusiones, un resumen de tu actividad, la lista de tus documentos, tickets y chats.',
      'Los archivos de los documentos no van dentro.',
    ],
    related: ['close-account', 'contact-support'],
  },
  {
    id: 'close-account',
    title: '¿Cómo cierro mi cuenta?',
    body: [
      'Retira tu saldo y espera a que terminen las apuestas y los pagos abiertos.',
      'Después abre Cuenta, elige Privacidad y Cerrar la cuenta. Confírmalo con tu correo electrónico y tu contraseña.',
      'El cierre es definitivo. Un bono que no hayas terminado de apostar se pierde. Borramos tus datos personales cuando la ley deja de exigir que los guardemos.',
    ],
    related: ['withdraw-money', 'download-data'],
  },
];
