/** The table of rules in docs/risk.md equals the rules. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultsOf, rules, textOfRule } from './rules.ts';

it('the table of rules in docs/risk.md is current', () => {
  const page = readFileSync(new URL('../../../docs/risk.md', import.meta.url), 'utf8');
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const listed = page.split('\n').map((line) => cells(line).join('|'));
  const wanted = rules.map((rule) =>
    ['', rule.id, textOfRule(rule, defaultsOf(rule)).description, rule.alertType, defaultsOf(rule).severity, ''].join(
      '|',
    ),
  );
  expect(wanted.filter((line) => !listed.includes(line))).toEqual([]);
});
