/** Mail in Spanish. The texts of notices are in proto/notices. */
import { numberMarks } from '@fairline/proto/money';
import { spanish as notices } from '@fairline/proto/notices/spanish';
import { type Language, roleTitle } from './templates.ts';

const requests = {
  invite: 'una invitación',
  raise: 'más acceso para un operador',
  reset: 'restablecer a un operador',
} as const;

export const spanish: Language = {
  code: 'es',
  greeting: (firstName) => (firstName ? `Hola, ${firstName}:` : 'Hola:'),
  footer: 'Recibes este correo porque tienes una cuenta en Fairline. +18. Juega con responsabilidad.',
  marks: numberMarks.es,
  notices,
  mails: {
    verify_email: () => ({
      subject: 'Confirma tu correo electrónico',
      paragraphs: ['Confirma que esta es tu dirección de correo electrónico:'],
      action: 'Confirmar correo electrónico',
      closing: 'El enlace funciona durante 24 horas. Si no lo has pedido, no tienes que hacer nada.',
    }),
    reset_password: () => ({
      subject: 'Elige una nueva contraseña',
      paragraphs: ['Alguien, probablemente tú, ha pedido una nueva contraseña para tu cuenta. Elígela aquí:'],
      action: 'Elegir una nueva contraseña',
      closing:
        'El enlace funciona una sola vez, durante una hora. Si no lo has pedido, no tienes que hacer nada: tu contraseña no cambia.',
    }),
    confirm_new_email: () => ({
      subject: 'Confirma tu nueva dirección de correo electrónico',
      paragraphs: [
        'Alguien, probablemente tú, quiere usar esta dirección para una cuenta de Fairline. Confírmala aquí e inicia sesión con ella a partir de entonces:',
      ],
      action: 'Confirmar la nueva dirección',
      closing: 'El enlace funciona una vez, durante 24 horas. Si no lo has pedido, no tienes que hacer nada.',
    }),
    email_in_use: () => ({
      subject: 'Tu correo electrónico ya tiene una cuenta',
      paragraphs: [
        'Alguien, quizá tú, quería usar esta dirección para otra cuenta de Fairline. No es posible, porque pertenece a la tuya. No ha cambiado nada.',
      ],
      action: 'Iniciar sesión',
    }),
    email_replaced: () => ({
      subject: 'Tu cuenta tiene una nueva dirección de correo electrónico',
      paragraphs: [
        'Se ha confirmado la nueva dirección de tu cuenta de Fairline. Esta dirección ya no la abre. Si no has sido tú, recupera tu cuenta:',
      ],
      action: 'Restaurar esta dirección',
      closing:
        'El enlace funciona una vez, durante 72 horas. Cierra todas las sesiones, y recibirás un enlace para poner una contraseña nueva.',
    }),
    operator_invited: ({ role }) => ({
      subject: 'Tienes una invitación al panel de Fairline',
      paragraphs: [
        `Te han invitado a Fairline como operador. Tu rol: ${roleTitle(role)}.`,
        'Elige tu contraseña y configura tu aplicación de autenticación:',
      ],
      action: 'Configurar tu acceso',
      closing:
        'El enlace funciona una sola vez, durante 24 horas. Si no esperabas este correo, no lo abras y avisa a un super admin.',
    }),
    operator_reset: () => ({
      subject: 'Se ha restablecido tu acceso de operador',
      paragraphs: [
        'Dos super admins han restablecido tu acceso. Tu contraseña y tu autenticador anteriores ya no sirven. Elige otros:',
      ],
      action: 'Configurar tu acceso',
      closing:
        'El enlace funciona una sola vez, durante 24 horas. Si no lo has pedido, avisa enseguida a un super admin que conozcas.',
    }),
    operator_raised: ({ role }) => ({
      subject: 'Tu rol de operador ha cambiado',
      paragraphs: [
        `Dos super admins te han dado otro rol: ${roleTitle(role)}. Vuelve a iniciar sesión.`,
        'Si no lo esperabas, avisa a un super admin.',
      ],
      action: 'Abrir el panel',
    }),
    operator_passkey: ({ change, name }) => ({
      subject: {
        added: 'Se ha añadido una llave de acceso a tu cuenta de operador',
        removed: 'Se ha quitado una llave de acceso de tu cuenta de operador',
        copied: 'Se ha rechazado un inicio de sesión con tu llave de acceso',
      }[change],
      paragraphs: [
        {
          added: `La llave de acceso «${name}» abre el panel en tu nombre a partir de ahora, sin contraseña ni código.`,
          removed: `La llave de acceso «${name}» ya no abre el panel.`,
          copied: `Parece que la llave de acceso «${name}» ha sido copiada. Quítala y añade una nueva.`,
        }[change],
        'Si no has sido tú, avisa enseguida a un super admin.',
      ],
      action: 'Abrir los ajustes',
    }),
    access_requested: ({ kind, role }) => ({
      subject: 'Una solicitud de acceso espera tu decisión',
      paragraphs: [
        `Otro super admin ha pedido ${requests[kind]} (${roleTitle(role)}). Surte efecto cuando tú u otro super admin la aprobéis.`,
      ],
      action: 'Abrir operadores',
    }),
  },
};
