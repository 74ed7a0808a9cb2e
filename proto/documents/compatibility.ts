/**
 * Whether a change of the contracts is additive, found by comparing two texts of `contracts.lock`: instances of the old and the new release run side by side.
 * New contracts and optional fields are additions, and so is any field of an HTTP reply. A removed field, another type or limit,
 * a removed refusal and a new required field are breaks. The text of a refusal may change.
 */

interface Field {
  readonly contract: string;
  readonly isOptional: boolean;
  readonly type: string;
}

export interface Break {
  /** As `contracts.breaks` names it. */
  readonly contract: string;
  readonly change: string;
}

export function findBreaks(before: string, now: string): Break[] {
  const [old, current] = [readLock(before), readLock(now)];
  const contracts = new Set([...old.values()].map(({ contract }) => contract));
  const breaks: Break[] = [];
  for (const [key, { contract, type }] of old) {
    const after = current.get(key);
    if (!after) breaks.push({ contract, change: `${key} was removed` });
    else if (after.type !== type) breaks.push({ contract, change: `${key} was ${type}, is ${after.type}` });
  }
  for (const [key, { contract, isOptional }] of current) {
    const isInsideNew = parentsOf(key).some((parent) => current.has(parent) && !old.has(parent));
    const isFree = isOptional || isInsideNew || key.startsWith('refusal ') || key.startsWith(`${contract} reply`);
    if (!old.has(key) && contracts.has(contract) && !isFree)
      breaks.push({ contract, change: `${key} was added as required` });
  }
  return breaks;
}

/** The keys around a field: `input.legs[]`, `input.legs` and `input` of `input.legs[].odds`. */
function parentsOf(key: string): string[] {
  const parent = key.replace(/(\.[^.[<{ ]+|\[\]|\{\}|<[^>]*>)$/, '');
  return parent === key ? [] : [parent, ...parentsOf(parent)];
}

/** The contracts that a text such as `contracts.breaks` lists, one a line; `#` begins a comment. */
export function readAccepted(text: string): Set<string> {
  return new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')));
}

/** The words that name a field: its contract, and its path or the status of a refusal. */
const line = /^(event \S+ \S+|request \S+|route \S+ \S+|feed \S+|refusal \S+ \S+) (\S+?)(\??) (.*)$/;

function readLock(text: string): Map<string, Field> {
  const lines = text.split('\n').filter(Boolean);
  return new Map(
    lines.map((written) => {
      const [, contract, path, optional, rest] = line.exec(written) ?? [];
      if (contract === undefined || path === undefined)
        throw new Error(`contracts.lock has a line that names no field: ${written}`);
      const type = contract.startsWith('refusal ') ? '' : `${optional ? 'optional ' : ''}${rest}`;
      return [`${contract} ${path}`, { contract, isOptional: optional !== '', type }];
    }),
  );
}
