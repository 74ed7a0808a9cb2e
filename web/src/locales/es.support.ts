/** The sentences of support in Spanish: refusals and faults of its forms. */
export const supportSentences = {
  'Ticket not found': 'No se encontró este ticket',
  'This ticket is closed. Please open a new one.': 'Este ticket está cerrado. Abre uno nuevo.',
  'This ticket is too long. Please open a new one.': 'Este ticket es demasiado largo. Abre uno nuevo.',
  'This ticket has as many files as it can hold': 'Este ticket ya tiene todos los archivos que puede tener',
  'Chat not found': 'No se encontró este chat',
  'This chat has ended': 'Este chat ha terminado',
  'Another agent has this chat': 'Otro agente tiene este chat',
  'This agent has as many chats as an agent can have': 'Este agente ya tiene todos los chats que puede tener',
  'This agent is away': 'Este agente no está conectado',
  'This operator does not answer tickets': 'Este operador no atiende tickets',
  'This chat is too long. Please open a ticket.': 'Este chat es demasiado largo. Abre un ticket.',
  'There is no message to keep yet': 'Todavía no hay ningún mensaje que guardar',
  'A message has at most 5000 characters': 'Un mensaje tiene como máximo 5000 caracteres',
  'The text is not valid': 'El texto no es válido',
} as const;
