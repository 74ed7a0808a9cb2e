/** Spanish, whole: the app's own messages, refusals, errors of form fields and texts of the servers. Loaded when it is chosen. */
import type { ServerTexts } from '../server-texts.ts';
import { alertTexts } from './es.alerts.ts';
import { fieldTexts } from './es.fields.ts';
import { messages } from './es.po';
import { refusals } from './es.refusals.ts';
import { harmMarkers } from './es.risk.ts';
import { movements, rounds } from './es.movements.ts';
import { names } from './es.names.ts';

/** By code or key. */
const serverTexts: ServerTexts = { alerts: alertTexts, harmMarkers, movements, rounds, names };

export const spanish = { messages, serverTexts, refusals, fieldTexts };
