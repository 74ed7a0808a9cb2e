/** An amount with a bar for its share of the whole. The bar only repeats the number. */

import { parText } from '../../../domain/money/par.ts';
import { cx } from '../../../ui/theme/cx.ts';

interface RiskBarProps {
  minor: number;
  /** The value of a full bar. */
  ofMinor: number;
  /** Turns amber from three quarters of the value, and red at the whole. */
  warns?: boolean;
  title?: string | undefined;
}

/** From this share a limit counts as nearly reached. */
const near = 0.75;

export function RiskBar({ minor, ofMinor, warns = false, title }: RiskBarProps) {
  const share = ofMinor > 0 ? Math.min(1, minor / ofMinor) : 0;
  return (
    <span title={title} className="flex min-w-14 flex-col md:min-w-20 gap-1">
      <span className="figures text-right whitespace-nowrap">{parText(minor)}</span>
      {share > 0 && (
        <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-raised">
          <span
            className={cx('block h-full', !warns || share < near ? 'bg-act' : share < 1 ? 'bg-live' : 'bg-down')}
            style={{ width: `${share * 100}%` }}
          />
        </span>
      )}
    </span>
  );
}
