/** The share of delivered events, with its condition as label and colour. */
import { i18n } from '@lingui/core';
import { conditionName } from '../../../domain/office/condition-labels.ts';
import { shownShare, successCondition, successShare } from '../../../domain/office/deliveries.ts';
import { percentText } from '../../../figures.ts';
import { cx } from '../../../ui/theme/cx.ts';

const colours = { healthy: 'text-up', warning: 'text-live', critical: 'text-down' };

export function Success({
  counts,
  worded = false,
}: {
  counts: { applied: number; failing: number; failed: number };
  worded?: boolean;
}) {
  const share = successShare(counts);
  if (share === null)
    return <span className="text-ink-soft">{i18n._({ id: 'monitor.nothing', message: 'No events' })}</span>;
  const condition = successCondition(share);
  return (
    <span className={cx('figures', colours[condition])}>
      {percentText(shownShare(share), { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
      <span className={worded ? 'ml-2 text-12 font-medium' : 'sr-only'}> {conditionName(condition)[0]}</span>
    </span>
  );
}
