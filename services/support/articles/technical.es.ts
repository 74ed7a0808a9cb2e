/** Articles in Spanish: technical issues, and how to reach support. */
import { verificationRules } from '@fairline/proto/kyc/verifications';
import { ticketRules } from '@fairline/proto/support/tickets';
import type { Article } from './article.ts';

export const technicalEs: readonly Article[] = [
  {
    id: 'page-not-live',
    title: 'Las cuotas o los marcadores no se mueven',
    body: [
      'Las cuotas y los marcadores llegan por una conexión en directo. Si se interrumpe, la página lo indica y las cuotas se bloquean hasta que vuelve. Se conecta de nuevo sola.',
      '- Comprueba tu conexión a internet.\n- Recarga la página.\n- Desactiva las extensiones que bloquean conexiones, o prueba con otro navegador.',
      'Mientras tanto, las apuestas que hiciste y las rondas que jugaste están a salvo en el servidor.',
    ],
    related: ['interrupted-round', 'cannot-sign-in'],
  },
  {
    id: 'cannot-sign-in',
    title: 'No puedo iniciar sesión',
    body: [
      '- Comprueba el correo electrónico y la contraseña, también mayúsculas y minúsculas.\n- Si se pide un código, toma el actual de tu aplicación de autenticación, o un código de recuperación. El reloj de tu teléfono tiene que ir bien.\n- Tras demasiados intentos, espera 15 minutos o fija una contraseña nueva por correo.',
      'Una sesión termina a las 24 horas, o a los 30 días si elegiste que te recordemos. También termina cuando cambias la contraseña en otro dispositivo.',
    ],
    related: ['forgot-password', 'two-factor'],
  },
  {
    id: 'language-odds',
    title: '¿Cómo cambio el idioma, el formato de las cuotas o la zona horaria?',
    body: [
      'Abre Cuenta y elige Preferencias. El formato de las cuotas y los colores oscuros o claros están también en el menú de la cuenta.',
      'Las horas se muestran en tu zona horaria. Los límites diarios y mensuales cuentan días y meses de UTC.',
      'Fairline está disponible en inglés y en español. Los correos llegan en el idioma de tus preferencias.',
    ],
    related: ['notifications', 'payment-limits'],
  },
  {
    id: 'notifications',
    title: '¿Qué avisos y correos recibo?',
    body: [
      'La campana de la cabecera muestra lo que ha pasado en tu cuenta. La mayor parte llega también por correo.',
      'En Cuenta, en Avisos, puedes desactivar los avisos de depósitos, retiradas, saldo bajo e inicios de sesión, y el correo en general. Los correos sobre promociones están desactivados hasta que los actives.',
      'Los avisos sobre la seguridad de tu cuenta, tu identidad y tus tickets no se pueden desactivar.',
    ],
    related: ['language-odds', 'two-factor', 'low-balance'],
  },
  {
    id: 'contact-support',
    title: '¿Cómo contacto con soporte?',
    body: [
      'Abre Soporte.',
      `- Chat en vivo: un agente te atiende en cuanto queda libre. Si no hay nadie, tus mensajes se pueden guardar como ticket.\n- Ticket: cuenta lo que ha pasado. Puedes adjuntar una apuesta, una ronda o un pago, y hasta ${ticketRules.maxAttachments} archivos (JPG, PNG o PDF) de menos de ${ticketRules.maxAttachmentBytes / 1024 / 1024} MB cada uno.`,
      'Te avisamos por correo cuando respondemos a tu ticket. No envíes nunca números de tarjeta ni contraseñas: no los necesitamos, y el formulario rechaza los números de tarjeta.',
    ],
    related: ['make-complaint', 'upload-fails'],
  },
  {
    id: 'make-complaint',
    title: '¿Cómo presento una reclamación?',
    body: [
      'Abre Soporte, elige Nuevo ticket y la categoría Reclamación. Adjunta la apuesta, la ronda o el pago de que se trate.',
      `Recibes una respuesta definitiva en ${ticketRules.complaintWeeks} semanas como máximo. El ticket muestra la fecha.`,
      'Una apuesta conserva su recibo firmado, y una ronda de casino se puede recalcular con sus semillas. Los dos se pueden enseñar a quien resuelva una disputa.',
    ],
    related: ['contact-support', 'verify-round'],
  },
  {
    id: 'upload-fails',
    title: 'No se acepta mi archivo',
    body: [
      'Solo se aceptan archivos JPG, PNG y PDF de menos de 5 MB. Cambiar el final del nombre de un archivo no cambia su tipo.',
      '- Haz otra foto con menos resolución si es demasiado grande.\n- Quita la contraseña de un PDF.\n- Si el archivo no se ha podido leer, guárdalo con otro programa o haz una captura de pantalla.',
      `Los documentos se revisan en un plazo de ${verificationRules.reviewHours.join(' a ')} horas. Se guardan cifrados, y cada vez que nuestro personal los ve queda registrado.`,
    ],
    related: ['verify-identity', 'contact-support'],
  },
];
