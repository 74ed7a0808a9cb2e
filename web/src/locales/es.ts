/** Spanish, whole: the app's own messages, refusals, errors of form fields and texts of the servers. Loaded when it is chosen. */
import { fieldTexts } from './es.fields.ts';
import { messages } from './es.po';
import { refusals } from './es.refusals.ts';
import { sentences } from './es.sentences.ts';

export const spanish = { messages, sentences, refusals, fieldTexts };
