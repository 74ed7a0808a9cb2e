/** Texts of the servers in the language of the page: alerts, harm markers and movements of money by their keys, other names by their English. */

import type { RoundParts } from '@fairline/proto/notices/spanish-movements';
import type { AlertTexts } from '@fairline/proto/risk/alert-messages';
import type { HarmMarker } from '@fairline/proto/risk/harm';
import type { movementKinds } from '@fairline/proto/wallet/history';
import type { roundTexts } from '@fairline/proto/wallet/texts';
import { figureText } from './figures.ts';

/** The texts of a language by code or key; an incomplete record does not compile. */
export interface ServerTexts {
  alerts: AlertTexts;
  harmMarkers: Readonly<Record<HarmMarker, string>>;
  movements: Readonly<Record<MovementKind, string>>;
  rounds: Readonly<Record<keyof typeof roundTexts, (parts: RoundParts) => string>>;
  names: Names;
}

type MovementKind = (typeof movementKinds)[number];

/** Names of methods, markets, sports and statuses, keyed by their English, because the servers send nothing else. */
type Names = Readonly<Record<string, string>>;

let texts: ServerTexts | null = null;

/** The texts of a language. Null for English, which the servers send. */
export function loadServerTexts(next: ServerTexts | null): void {
  texts = next;
}

export const serverTexts = (): ServerTexts | null => texts;

/**
 * A name in the language of the page; a name with a figure at its end, such as "Over 2.5", is translated without the figure. Unchanged if it has no
 * translation.
 */
export function translate(name: string): string {
  const names = texts?.names ?? {};
  if (Object.hasOwn(names, name)) return names[name] as string;
  const [, before = '', figure = ''] = /^(.+) ([\d.,]+)$/.exec(name) ?? [];
  return Object.hasOwn(names, before) ? `${names[before]} ${figureText(figure)}` : name;
}
