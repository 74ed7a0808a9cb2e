/** An event's data on one line: its plain values, as many as fit. */
export function summaryOf(data: Readonly<Record<string, unknown>>): string {
  return Object.entries(data)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .map(([name, value]) => `${name} ${isId(value) ? value.slice(-8) : value}`)
    .join(' · ');
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value);
