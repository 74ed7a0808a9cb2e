/**
 * Notices of big wins: a line over the stage, for as long as the game sets. Returns at or below the stake are not celebrated if the jurisdiction forbids it.
 */
import type { Round } from '@fairline/proto/casino/rounds';
import { i18n } from '@lingui/core';
import { Trophy } from 'lucide-react';
import { useEffect } from 'react';
import { moneyText } from '../../../domain/money/money.tsx';
import { createStore, useStore } from '../../../store.ts';
import { Icon } from '../../../ui/graphics/icon.tsx';
import type { CasinoProfile } from './profile.ts';
import { playSound } from './sound.ts';

/** A level of celebration: the return per unit of stake that reaches it, and how long it is shown. */
export interface WinStep {
  atLeast: number;
  size: 'big' | 'mega';
  showMs: number;
}

/** Whether the result may be celebrated with sounds, coins and light. */
export function isCelebrated(
  { payoutMinor, wagerMinor }: Pick<Round, 'payoutMinor' | 'wagerMinor'>,
  profile: CasinoProfile,
): boolean {
  return payoutMinor > wagerMinor || (payoutMinor > 0 && profile.celebratesSmallReturns);
}

/** The highest step that the round reached. */
export function winStepOf(
  { payoutMinor, wagerMinor }: Pick<Round, 'payoutMinor' | 'wagerMinor'>,
  steps: readonly WinStep[],
): WinStep | undefined {
  return steps
    .filter(({ atLeast }) => payoutMinor >= atLeast * wagerMinor && payoutMinor > wagerMinor)
    .sort((one, other) => other.atLeast - one.atLeast)[0];
}

interface WinNotice {
  title: string;
  detail: string;
  size: 'big' | 'mega';
  showMs: number;
}

const notice = createStore<WinNotice | null>(null);

/** Shows the step that a settled round reached, with its sound; nothing if it reached none. Call it with `reveal`. */
export function noticeWin(
  round: Pick<Round, 'payoutMinor' | 'wagerMinor' | 'currency'>,
  steps: readonly WinStep[],
): void {
  const step = winStepOf(round, steps);
  if (!step) return;
  playSound('bigWin');
  const title =
    step.size === 'mega'
      ? i18n._({ id: 'casino.win.mega', message: 'MEGA WIN' })
      : i18n._({ id: 'casino.win.big', message: 'BIG WIN' });
  notice.set({ title, detail: moneyText(round.payoutMinor, round.currency), size: step.size, showMs: step.showMs });
}

export function WinNotices() {
  const shown = useStore(notice);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => notice.set(null), shown.showMs);
    return () => clearTimeout(timer);
  }, [shown]);
  useEffect(() => () => notice.set(null), []);
  if (!shown) return null;
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-4 z-20 flex justify-center px-4">
      <p className="enter-notice flex items-center gap-3 rounded-full border border-game bg-float px-5 py-2 shadow-float">
        <Icon of={Trophy} size={20} className="text-game" />
        <span className="display text-20 text-game">{shown.title}</span>
        <span className="figures text-16 font-strong">{shown.detail}</span>
      </p>
    </div>
  );
}
