/** The changes of an action: the fields before and after, by their path, in reading order. */

export interface Field {
  name: string;
  /** Undefined on a side that has no such field. */
  before: unknown;
  after: unknown;
  changed: boolean;
}

export type Values = Readonly<Record<string, unknown>>;

/** Fields of nested objects have a path, such as `change.ratio`; a list is one field. Only fields with both sides have changes. */
export function difference(before: Values | undefined, after: Values | undefined): Field[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const names = new Set([...old.keys(), ...now.keys()]);
  const isCompared = before !== undefined && after !== undefined;
  return [...names].map((name) => ({
    name,
    before: old.get(name),
    after: now.get(name),
    changed: isCompared && JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)),
  }));
}

function fieldsOf(values: Values = {}, path = ''): Map<string, unknown> {
  return new Map(
    Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
      isRecord(value) && Object.keys(value).length > 0
        ? [...fieldsOf(value, `${path}${name}.`)]
        : [[path + name, value]],
    ),
  );
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
