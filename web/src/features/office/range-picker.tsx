/** The period of the figures: 1h, 24h, 7d or 30d, kept in the URL. */
import { ranges } from '@fairline/proto/periods';
import { i18n } from '@lingui/core';
import { type RangeName, rangeOf } from '../../domain/office/figures.ts';
import { useAddress } from '../../ui/browser/use-address.ts';
import { Segments } from '../../ui/controls/segments.tsx';

export function rangeName(range: RangeName): string {
  switch (range) {
    case '1h':
      return i18n._({ id: 'range.1h', message: 'last hour' });
    case '24h':
      return i18n._({ id: 'range.24h', message: 'last 24 hours' });
    case '7d':
      return i18n._({ id: 'range.7d', message: 'last 7 days' });
    case '30d':
      return i18n._({ id: 'range.30d', message: 'last 30 days' });
  }
}

export function RangePicker() {
  const [search, change] = useAddress();
  return (
    <Segments
      bare
      label={i18n._({ id: 'range.label', message: 'Time range' })}
      value={rangeOf(search)}
      onChange={(range) => change('range', range === '24h' ? null : range)}
      options={ranges.map((range) => ({ id: range, label: range }))}
    />
  );
}
