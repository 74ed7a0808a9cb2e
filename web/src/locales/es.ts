/** All Spanish texts: the app's own messages, refusals, errors of form fields and texts of the servers. Loaded when Spanish is chosen. */
import { spanishMovements, spanishRounds } from '@fairline/proto/notices/spanish-movements';
import type { ServerTexts } from '../server-texts.ts';
import { alertTexts } from './es.alerts.ts';
import { fieldTexts } from './es.fields.ts';
import { messages } from './es.po';
import { refusals } from './es.refusals.ts';
import { harmMarkers } from './es.risk.ts';
import { names } from './es.names.ts';

/** Texts by code or key. */
const serverTexts: ServerTexts = { alerts: alertTexts, harmMarkers, movements: spanishMovements, rounds: spanishRounds, names };

export const spanish = { messages, serverTexts, refusals, fieldTexts };
