/** File names: their last part, with the ending of what the file is now, and nothing that deceives. */
import { expect, it } from 'vitest';
import { fileNameOf } from './files.ts';

it.each([
  ['bill.PDF', 'image/jpeg', 'bill.jpg'],
  ['../../etc/passwd', 'image/png', 'passwd.png'],
  ['C:\\Users\\me\\scan.old.jpg', 'image/jpeg', 'scan.old.jpg'],
  ['..', 'image/png', 'file.png'],
  ['', 'image/png', 'file.png'],
  ['a\u202egnp.exe', 'image/png', 'agnp.png'],
  ['line\nbreak.png', 'image/png', 'linebreak.png'],
  ['4111111111111111.png', 'image/png', '[card].png'],
  ['façade.png', 'image/png', 'façade.png'],
  [`${'x'.repeat(300)}.png`, 'image/png', `${'x'.repeat(80)}.png`],
] as const)('%j of type %s is %j', (name, type, expected) => {
  expect(fileNameOf(name, type)).toBe(expected);
});
