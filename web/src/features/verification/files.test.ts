/** Files that may be uploaded. */
import { documentRules } from '@fairline/proto/kyc/documents';
import { expect, it } from 'vitest';
import { fileFault } from './files.ts';

it.each([
  ['image/jpeg', 1, undefined],
  ['application/pdf', documentRules.maxBytes, undefined],
  ['image/png', documentRules.maxBytes + 1, 'File size must be less than 5MB'],
  ['image/svg+xml', 1, 'Only images and PDF files are allowed'],
  ['', 1, 'Only images and PDF files are allowed'],
])('a file of type "%s" with %d bytes: %s', (type, size, fault) => {
  expect(fileFault({ type, size })).toBe(fault);
});
