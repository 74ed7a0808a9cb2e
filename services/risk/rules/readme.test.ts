/** The README's table of rules equals the rules. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultsOf, rules, textOfRule } from './rules.ts';

it('the table of rules in the README is current', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const cells = (line: string) => line.split('|').map((cell) => cell.trim());
  const listed = readme.split('\n').map((line) => cells(line).join('|'));
  const wanted = rules.map((rule) =>
    ['', rule.id, textOfRule(rule, defaultsOf(rule)).description, rule.alertType, defaultsOf(rule).severity, ''].join(
      '|',
    ),
  );
  expect(wanted.filter((line) => !listed.includes(line))).toEqual([]);
});
