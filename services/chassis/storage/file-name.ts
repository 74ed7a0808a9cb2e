/** Names of uploaded files, cleaned for display. */
import { maskCards } from '../process/card-number.ts';

const longest = 120;
/** Control characters, and those that are invisible or turn the direction of text. */
const unseen = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** The last part of a path, without invisible characters and card numbers; never empty. `ending`: the extension of the file's type after it was rebuilt, which replaces the one that was sent. */
export function cleanFileName(sent: string, ending?: string): string {
  const base = sent.normalize('NFC').replaceAll(unseen, '').split(/[/\\]/).at(-1) ?? '';
  const shown = maskCards(base.replaceAll(/\s+/g, ' ').trim().replace(/^\.+/, ''));
  const own = /\.\w{1,5}$/.exec(shown)?.[0] ?? '';
  const stem = ending === undefined ? shown.slice(0, shown.length - own.length) : shown.replace(/\.[^.]*$/, '');
  const last = ending === undefined ? own : `.${ending}`;
  const characters = Array.from(stem.trim() || 'document');
  return characters.slice(0, longest - last.length).join('') + last;
}
