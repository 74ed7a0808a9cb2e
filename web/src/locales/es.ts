/** Spanish, whole: the app's own messages and the servers' sentences. Loaded when it is chosen. */
import { messages } from './es.po';
import { sentences } from './es.sentences.ts';

export const spanish = { messages, sentences };
