/** Every message of the app has a Spanish text with the same placeholders, and the catalogue contains nothing else. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../', import.meta.url));
const catalogue = readFileSync(new URL('./es.po', import.meta.url), 'utf8');

const english = new Map<string, string>();
/** Ids that stand for two different English texts. */
const twice = new Set<string>();
const learn = (id: string, message: string) => {
  if ((english.get(id) ?? message) !== message) twice.add(id);
  english.set(id, message);
};
for (const file of globSync('**/*.{ts,tsx}', { cwd: source }).filter((name) => !name.includes('.test.'))) {
  const text = readFileSync(`${source}${file}`, 'utf8');
  for (const [, id, single, double] of text.matchAll(/id:\s*'([^']+)',\s*message:\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/g))
    learn(id as string, single ?? double ?? '');
  for (const [, id, message] of text.matchAll(/<Trans\s+id="([^"]+)"\s+message="([^"]+)"/g)) learn(id as string, message as string);
}
const spanish = new Map<string, string>();
for (const [, id, text] of catalogue.matchAll(/^msgid (".+")\nmsgstr (".*")$/gm)) spanish.set(JSON.parse(id as string), JSON.parse(text as string));

const filledIn = (message: string) => [...new Set([...message.matchAll(/\{(\w+)|<(\d+)>/g)].map(([whole]) => whole))].sort();

describe('Spanish', () => {
  it('has a text for every message', () => {
    expect([...english.keys()].filter((id) => !spanish.get(id))).toEqual([]);
  });

  it('has one English text per id', () => {
    expect([...twice]).toEqual([]);
  });

  it('has no text for a message that is no longer used', () => {
    expect([...spanish.keys()].filter((id) => !english.has(id))).toEqual([]);
  });

  it('flags its ids as explicit, so that the catalogue does not take them for English text', () => {
    const unflagged = catalogue.split('\n\n').filter((entry) => /^msgid "[^"]/m.test(entry) && !entry.includes('#. js-lingui-explicit-id'));
    expect(unflagged).toEqual([]);
  });

  it('has the same placeholders as the English text', () => {
    const arguments_ = (message: string) => filledIn(message.replaceAll(/(one|other|=\d+)\s*\{[^}]*\}/g, ''));
    expect([...english].filter(([id, message]) => arguments_(message).join() !== arguments_(spanish.get(id) ?? '').join()).map(([id]) => id)).toEqual([]);
  });
});
