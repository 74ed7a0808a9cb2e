/**
 * Whether a change of a contract is additive: senders and readers of the old schema keep working.
 * Only optional fields may be added; nothing may be removed, narrowed or widened. Any other change needs a new version.
 */
import type { JsonObject } from './schema.ts';

/** The breaking changes, each with its path in the schema; empty if the change is additive. */
export function findBreaks(before: JsonObject, after: JsonObject, path = ''): string[] {
  const found: string[] = [];
  const fieldsBefore = fields(before);
  const fieldsAfter = fields(after);
  const requiredBefore = required(before);
  const requiredAfter = required(after);
  for (const name of Object.keys(fieldsBefore)) {
    if (!(name in fieldsAfter)) found.push(`${path}${name}: removed`);
  }
  for (const [name, schema] of Object.entries(fieldsAfter)) {
    const known = fieldsBefore[name];
    if (known) found.push(...findBreaks(known, schema, `${path}${name}.`));
    else if (requiredAfter.has(name)) found.push(`${path}${name}: added as required`);
    if (known && requiredBefore.has(name) !== requiredAfter.has(name))
      found.push(`${path}${name}: ${requiredAfter.has(name) ? 'now required' : 'no longer required'}`);
  }
  found.push(...inner(before, after, path));
  for (const keyword of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (handled.has(keyword)) continue;
    if (JSON.stringify(before[keyword]) !== JSON.stringify(after[keyword])) {
      found.push(
        `${path.replace(/\.$/, '') || 'the whole'}: ${keyword} was ${JSON.stringify(before[keyword])}, is ${JSON.stringify(after[keyword])}`,
      );
    }
  }
  return found;
}

/** Keywords that are not compared as a whole: annotations, and those that are compared part by part. */
const handled = new Set([
  '$id',
  '$schema',
  'title',
  'description',
  'examples',
  'properties',
  'required',
  'items',
  'anyOf',
  'oneOf',
  'allOf',
]);

function inner(before: JsonObject, after: JsonObject, path: string): string[] {
  const found: string[] = [];
  for (const keyword of ['items', 'anyOf', 'oneOf', 'allOf'] as const) {
    const old = list(before[keyword]);
    const now = list(after[keyword]);
    if (old.length !== now.length) found.push(`${path}${keyword}: had ${old.length} forms, has ${now.length}`);
    else
      old.forEach(
        (schema, at) =>
          void found.push(
            ...findBreaks(schema, now[at] as JsonObject, `${path}${keyword}${old.length > 1 ? at : ''}.`),
          ),
      );
  }
  return found;
}

function list(value: unknown): JsonObject[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as JsonObject[]) : [value as JsonObject];
}

function fields(schema: JsonObject): Record<string, JsonObject> {
  return (schema.properties ?? {}) as Record<string, JsonObject>;
}

function required(schema: JsonObject): Set<string> {
  return new Set((schema.required ?? []) as string[]);
}

/** All breaking changes between two sets of schema files. A deleted file is a break; a new file is not. */
export function findBreaksByFile(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  const schemas = [...before].filter(([path]) => path.startsWith('schemas/'));
  return schemas.flatMap(([path, content]) => {
    const after = now.get(path);
    if (after === undefined) return [`${path}: gone`];
    return findBreaks(JSON.parse(content) as JsonObject, JSON.parse(after) as JsonObject).map(
      (line) => `${path}: ${line}`,
    );
  });
}
