/** Table of files: which may be attached. The server's own test has the same bound. */
import { ticketRefusals, ticketRules } from '@fairline/proto/support/tickets';
import { expect, it } from 'vitest';
import { fileFault } from './files.ts';

const file = (type: string, size: number) => ({ type, size }) as File;
const bound = ticketRules.maxAttachmentBytes;

it.each<[string, File | undefined, string | undefined]>([
  ['no file', undefined, undefined],
  ['a picture below the bound', file('image/png', bound - 1), undefined],
  ['a picture of exactly the bound', file('image/png', bound), ticketRefusals.fileTooLarge.message],
  ['a page of HTML', file('text/html', 10), ticketRefusals.fileType.message],
])('%s', (_, chosen, fault) => {
  expect(fileFault(chosen)).toBe(fault);
});
