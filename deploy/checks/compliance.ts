/** Reads docs/compliance.md: its requirements with their state, and the tests that it names. Pure. */
export interface Requirement {
  readonly number: number;
  readonly name: string;
  readonly state: string;
  readonly tests: readonly TestName[];
}

export interface TestName {
  readonly file: string;
  /** As in the source: the name of a test with cases has placeholders. */
  readonly name: string;
}

export function readRequirements(page: string): Requirement[] {
  return [...page.matchAll(/^\| +(\d+) \| (.+?) +\| (met|partly|not met) +\| (.+?) +\|$/gm)].map(
    ([, number, name = '', state = '', evidence = '']) => ({
      number: Number(number),
      name,
      state,
      tests: [...evidence.matchAll(/`([^`]+)`: "([^"]+)"/g)].map(([, file = '', test = '']) => ({ file, name: test })),
    }),
  );
}

/** What stands for a value of a case: `%s`, `$name` and `${name}`. */
const placeholder = /%[sdifjoOc#]|\$\{[^}]+\}|\$[\w.]+/;

/** Whether a test that ran is a case of the test with this name in the source. */
export function isCaseOf(name: string, title: string): boolean {
  const fixed = name.split(placeholder).map((part) => part.replaceAll(/[^\w\s]/g, String.raw`\$&`));
  return new RegExp(`^${fixed.join('.+')}$`, 's').test(title);
}
