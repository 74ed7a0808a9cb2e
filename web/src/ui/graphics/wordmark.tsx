/** The product's name on its line. The line continues through the page's header; under the name it is highlighted. */
import { cx } from '../theme/cx.ts';

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cx('display text-20 leading-none text-ink', className)} translate="no">
      Fairline
    </span>
  );
}
