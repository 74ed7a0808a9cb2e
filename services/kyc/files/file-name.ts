/** Names of uploaded files, as they are shown. */
import { maskCards } from '@fairline/chassis/process/card-number';

const longest = 120;
/** Control characters, and those that are invisible or turn the direction of text. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** The last part of a path, without characters that cannot be seen and without card numbers; never empty. */
export function cleanFileName(sent: string): string {
  const base = sent.normalize('NFC').replaceAll(unseen, '').split(/[/\\]/).at(-1) ?? '';
  const name = maskCards(base.replaceAll(/\s+/g, ' ').trim().replace(/^\.+/, ''));
  if (name.length <= longest) return name || 'document';
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? '';
  return (
    Array.from(name)
      .slice(0, longest - ending.length)
      .join('') + ending
  );
}
