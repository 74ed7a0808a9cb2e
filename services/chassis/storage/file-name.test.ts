/** Names of uploaded files for display. */
import { expect, it } from 'vitest';
import { cleanFileName } from './file-name.ts';

it.each([
  ['passport.jpg', 'passport.jpg'],
  ['Documento de identidad — José.pdf', 'Documento de identidad — José.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\scan.png', 'scan.png'],
  ['a\u0000b\u202egpj.exe', 'abgpj.exe'],
  ['  two \n lines.png ', 'two lines.png'],
  ['..', 'document'],
  ['', 'document'],
  ['/', 'document'],
  ['__proto__', '__proto__'],
  ['4111 1111 1111 1111.png', '[card].png'],
  [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(115)}.jpeg`],
])('shows %j as %j', (sent, shown) => {
  expect(cleanFileName(sent)).toBe(shown);
});

it.each([
  ['bill.PDF', 'jpg', 'bill.jpg'],
  ['../../etc/passwd', 'png', 'passwd.png'],
  ['C:\\Users\\me\\scan.old.jpg', 'jpg', 'scan.old.jpg'],
  ['..', 'png', 'document.png'],
  ['', 'png', 'document.png'],
  ['a\u202egnp.exe', 'png', 'agnp.png'],
  ['line\nbreak.png', 'png', 'linebreak.png'],
  ['4111111111111111.png', 'png', '[card].png'],
  ['façade.png', 'png', 'façade.png'],
  [`${'x'.repeat(300)}.png`, 'png', `${'x'.repeat(116)}.png`],
])('shows %j, which is a %s now, as %j', (sent, ending, shown) => {
  expect(cleanFileName(sent, ending)).toBe(shown);
});
