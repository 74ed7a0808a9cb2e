/** Articles in Spanish: account and verification. */
import type { Article } from './article.ts';

export const accountEs: readonly Article[] = [
  {
    id: 'verify-identity',
    title: '¿Cómo verifico mi identidad?',
    body: [
      'Abre tu cuenta y elige Verificación. Necesitas dos documentos: tu pasaporte y una factura de suministros en la que aparezcan tu nombre y tu dirección.',
      '- Usa un archivo JPG, PNG o PDF de menos de 5 MB.\n- Muestra el documento entero, en color y enfocado, con las cuatro esquinas.\n- El nombre y la fecha de nacimiento deben ser los de tu cuenta.',
      'Cuando hayas subido los dos documentos, elige Enviar para verificar. Lo revisamos en un plazo de 24 a 48 horas y te avisamos por correo y en la aplicación en cuanto haya una decisión.',
      'Si se rechaza un documento, verás el motivo a su lado. Puedes subir otro enseguida.',
    ],
    related: ['document-rejected'],
  },
  {
    id: 'document-rejected',
    title: '¿Por qué se rechazó mi documento?',
    body: [
      'Cada documento tiene su propia decisión y su propio motivo, que encontrarás en la pestaña Verificación de tu cuenta.',
      '- La imagen está borrosa, cortada o demasiado oscura.\n- El documento ha caducado o la factura es demasiado antigua.\n- El nombre, la fecha de nacimiento o la dirección no coinciden con los de tu cuenta. Corrígelos primero en tu perfil.',
      'Sube una copia mejor del documento rechazado y envía la verificación de nuevo. Los documentos aprobados siguen aprobados.',
    ],
    related: ['verify-identity'],
  },
];
