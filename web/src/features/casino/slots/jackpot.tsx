/** The progressive jackpot above the reels, live, and the scene when it is won. */
import { jackpotRules } from '@fairline/proto/games/catalogue';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { jackpotQuery } from '../../../domain/casino/queries.ts';
import { CountingMoney, moneyText } from '../../../domain/money/money.tsx';
import { Skeleton } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { SymbolArt } from '../reels/symbols.tsx';

export function JackpotMeter({ currency }: { currency: PlayCurrencyCode | undefined }) {
  const { data, isError } = useQuery(jackpotQuery);
  const pool = data?.items.find((item) => item.currency === currency);
  // Without the figure nothing is shown; the game still works.
  if (isError && !data) return null;
  return (
    <section
      aria-label={i18n._({ id: 'slots.jackpot', message: 'Progressive jackpot' })}
      className="slot-jackpot flex min-h-12 items-center gap-3 rounded-full px-4 py-1 sm:px-6"
    >
      <SymbolArt symbol="crown" className="size-8 sm:size-10" />
      <span className="text-12 text-ink-soft">{i18n._({ id: 'slots.jackpot', message: 'Progressive jackpot' })}</span>
      {pool ? (
        <CountingMoney minor={pool.amountMinor} currency={pool.currency} className="display text-20 sm:text-28" />
      ) : (
        <Skeleton className="h-7 w-44" />
      )}
    </section>
  );
}

/** One in so many spins of this stake wins the jackpot. */
export const jackpotOdds = (stakeMinor: number) => Math.round(jackpotRules.oneIn / stakeMinor);

interface JackpotSceneProps {
  /** The payout of the pool; null to show nothing. */
  amountMinor: number | null;
  currency: PlayCurrencyCode;
}

export function JackpotScene({ amountMinor, currency }: JackpotSceneProps) {
  const [isOpen, setOpen] = useState(amountMinor !== null);
  const close = () => setOpen(false);
  const rays = useRef<HTMLDivElement>(null);
  const crown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (amountMinor === null || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const animations = [
      rays.current?.animate([{ transform: 'rotate(0)' }, { transform: 'rotate(360deg)' }], {
        duration: 24_000,
        iterations: Number.POSITIVE_INFINITY,
      }),
      crown.current?.animate(
        [
          { transform: 'scale(0.4) translateY(30%)', opacity: 0 },
          { transform: 'scale(1.08)', opacity: 1, offset: 0.7 },
          { transform: 'none', opacity: 1 },
        ],
        { duration: 900, easing: 'cubic-bezier(.2,.7,.2,1)' },
      ),
    ];
    return () => {
      for (const animation of animations) animation?.cancel();
    };
  }, [amountMinor]);
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      onSubmit={close}
      title={i18n._({ id: 'slots.jackpot.won', message: 'You won the jackpot' })}
      foot={
        <Button type="submit" wide>
          {i18n._({
            id: 'slots.jackpot.collect',
            message: 'Collect {amount}',
            values: { amount: moneyText(amountMinor ?? 0, currency) },
          })}
        </Button>
      }
    >
      <div className="relative flex flex-col items-center gap-4 overflow-hidden py-6">
        <div ref={rays} aria-hidden className="slot-rays absolute top-1/2 left-1/2 size-120 -translate-1/2" />
        <div ref={crown} className="relative size-48">
          <SymbolArt symbol="crown" className="size-full" />
        </div>
        <p className="display figures relative text-28 sm:text-40">{moneyText(amountMinor ?? 0, currency)}</p>
        <p className="relative text-center text-13 text-ink-soft">
          {i18n._({ id: 'slots.jackpot.paid', message: 'It is already in your balance.' })}
        </p>
      </div>
    </Dialog>
  );
}
