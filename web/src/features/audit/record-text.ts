/** An audit record as text: readable names of its fields and readable values. The export has them as stored. */
import { Id, Instant } from '@fairline/proto/contract';
import { Currency } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { moneyText } from '../../domain/money/money.tsx';
import { numberText } from '../../figures.ts';
import { exactText } from '../../ui/content/when.tsx';
import { difference, type Values } from './difference.ts';

/** Names that are always in capitals. */
const capitals = new Set(['kyc', 'rtp', 'pin', 'csv', 'totp', 'utc']);

/** A name such as `amountMinor` or `kyc_status` as text, without the ending for how the value is stored. */
function readableName(name: string): string {
  const parts = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_]+/)
    .map((part) => part.toLowerCase());
  if (parts.length > 1 && ['id', 'minor'].includes(parts.at(-1) as string)) parts.pop();
  return parts.map((part) => (capitals.has(part) ? part.toUpperCase() : part)).join(' ');
}

const capitalise = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** "change.amountMinor" is "Change: amount". */
export const fieldName = (path: string): string => capitalise(path.split('.').map(readableName).join(': '));

interface Side {
  values: Values | undefined;
  /** The name of an operator; undefined for an id of something else. */
  nameOf: (id: string) => string | undefined;
}

/** A value before or after the change. An unknown kind of value stays as stored. */
export function valueText(path: string, value: unknown, { values, nameOf }: Side): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean')
    return value ? i18n._({ id: 'word.yes', message: 'yes' }) : i18n._({ id: 'word.no', message: 'no' });
  if (typeof value === 'number')
    return amountText(path, value, values) ?? numberText(value, { maximumFractionDigits: 8 });
  if (typeof value === 'string') return stringText(value, nameOf);
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return value.map((one) => stringText(one, nameOf)).join(', ') || '–';
  return JSON.stringify(value);
}

/** An amount takes the currency beside it, or else that of the record. */
function amountText(path: string, value: number, values: Values | undefined): string | undefined {
  if (!/minor$/i.test(path)) return undefined;
  const within = path.split('.').slice(0, -1);
  const beside = within.reduce<unknown>((inner, name) => (inner as Values | undefined)?.[name], values) as
    | Values
    | undefined;
  const currency = Currency.safeParse(beside?.currency ?? values?.currency);
  return currency.success ? moneyText(value, currency.data) : undefined;
}

function stringText(value: string, nameOf: Side['nameOf']): string {
  if (Id.safeParse(value).success) return nameOf(value) ?? value;
  if (Instant.safeParse(value).success) return exactText(value);
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? readableName(value) : value;
}

interface Sides {
  before?: Values | undefined;
  after?: Values | undefined;
}

/** The changed or set fields of an action, on one line. */
export function changesText({ before, after }: Sides, nameOf: Side['nameOf']): string {
  const fields = difference(before, after);
  const changed = fields.filter((field) => field.changed);
  if (changed.length > 0) {
    const side = (values: Values | undefined) => ({ values, nameOf });
    return changed
      .map(({ name, before: old, after: now }) => {
        const came = valueText(name, now, side(after));
        return `${fieldName(name)}: ${old === undefined ? came : `${valueText(name, old, side(before))} → ${came}`}`;
      })
      .join(' · ');
  }
  if (before && after) return '';
  const values = after ?? before;
  return fields
    .map(
      ({ name, before: old, after: now }) => `${fieldName(name)}: ${valueText(name, now ?? old, { values, nameOf })}`,
    )
    .join(' · ');
}
