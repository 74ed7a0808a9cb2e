/**
 * Money on the screen: always with its currency and the currency's decimals, a minus sign in front,
 * green and coral only where the amount is a profit or a loss.
 */
import type { CurrencyCode } from '@fairline/proto/money';
import { useEffect, useRef, useState } from 'react';
import { amountText } from '../../figures.ts';
import { cx } from '../../ui/theme/cx.ts';
import { countedMinor, countMs } from './counting.ts';

interface MoneyProps {
  minor: number;
  currency: CurrencyCode;
  /** A profit or a loss: coloured, with a plus sign in front of a gain. */
  net?: boolean;
  /** A plain amount that was credited or debited: a plus sign on a credit, no colour. */
  signed?: boolean;
  className?: string;
}

export function Money({ minor, currency, net = false, signed = false, className }: MoneyProps) {
  return (
    <span
      className={cx(
        'figures whitespace-nowrap',
        net && minor > 0 && 'text-up',
        net && minor < 0 && 'text-down',
        className,
      )}
    >
      {(net || signed) && minor > 0 && '+'}
      {moneyText(minor, currency)}
    </span>
  );
}

/** With a true minus sign and without line breaks inside. */
export function moneyText(minor: number, currency: CurrencyCode): string {
  return amountText(minor, currency).replace('-', '−').replace(' ', '\u00a0');
}

const colouredMs = 1_000;

/**
 * An amount that counts to its new value and is coloured for a second, so that players notice the change. A fall is only dimmed, because a stake is not a loss.
 */
export function CountingMoney({ minor, currency, className }: MoneyProps) {
  const [shown, setShown] = useState(minor);
  const [direction, setDirection] = useState<'up' | 'down' | null>(null);
  const from = useRef(minor);
  useEffect(() => {
    const start = from.current;
    if (start === minor) return;
    setDirection(minor > start ? 'up' : 'down');
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const began = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const elapsedMs = still ? countMs : now - began;
      from.current = countedMinor(start, minor, elapsedMs);
      setShown(from.current);
      if (elapsedMs < countMs) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    const plain = setTimeout(() => setDirection(null), colouredMs);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(plain);
    };
  }, [minor]);
  return (
    <span
      className={cx(
        'figures whitespace-nowrap transition-colors',
        direction === 'up' && 'text-up',
        direction === 'down' && 'text-ink-soft',
        className,
      )}
    >
      {moneyText(shown, currency)}
    </span>
  );
}
