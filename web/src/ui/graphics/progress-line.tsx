/** A thin line that shows progress, with a text for screen readers. */
import { cx } from '../theme/cx.ts';

export function ProgressLine({
  share,
  label,
  text,
  done = false,
}: {
  share: number;
  label: string;
  text: string;
  done?: boolean;
}) {
  const percent = Math.floor(share * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className="h-1 overflow-hidden rounded-full bg-line"
    >
      <div
        className={cx('h-full rounded-full transition-[width]', done ? 'bg-up' : 'bg-act')}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
