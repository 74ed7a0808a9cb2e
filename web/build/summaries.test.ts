/** Summaries are left out of the scripts, and nothing else is. */
import { expect, it } from 'vitest';
import { withoutSummaries } from './summaries.ts';

it.each([
  ["summary: 'Signs a device out',", "summary: '',"],
  ["summary:\n      'It\\'s long',\n    access: 'open',", "summary: '',\n    access: 'open',"],
  [`summary: "The operator's own",`, "summary: '',"],
  ['summary: z.string(),', 'summary: z.string(),'],
  ["errorSummary: 'kept',", "errorSummary: 'kept',"],
])('reduces %j to %j', (source, expected) => {
  expect(withoutSummaries(source)).toBe(expected);
});
