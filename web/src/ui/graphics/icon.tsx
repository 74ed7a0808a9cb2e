/** A lucide icon in two sizes and one stroke. It is decoration; the text beside it carries the meaning. */
import type { LucideIcon } from 'lucide-react';
import { cx } from '../theme/cx.ts';

export function Icon({
  of: Drawing,
  size = 16,
  className,
}: {
  of: LucideIcon;
  size?: 16 | 20;
  className?: string | undefined;
}) {
  return <Drawing aria-hidden size={size} strokeWidth={1.75} className={cx('shrink-0', className)} />;
}
