/** The state of the slot screen: the stake, the keys, and whether a press spins, stops or is refused. */
import type { GameDetail } from '@fairline/proto/casino/games';
import { type SlotWager, slotBets } from '@fairline/proto/games/slots';
import { i18n } from '@lingui/core';
import { type RefObject, useRef, useState } from 'react';
import { createStoredValue } from '../../../client/storage/stored-value.ts';
import { useStore } from '../../../store.ts';
import { allowedSpeeds, type ReelSpeed } from '../reels/reel-motion.ts';
import type { Grid, ReelsHandle } from '../reels/reels.tsx';
import { useGameKeys } from '../stage/keys.ts';
import { type CasinoProfile, mostNowMinor } from '../stage/profile.ts';
import { insufficientText } from '../stage/refusal-labels.ts';
import type { Rounds } from '../stage/use-rounds.ts';
import { firstWager, largestLineMinor, steppedLineMinor, storedWager, totalMinor, withLines } from './bets.ts';
import { useAutoSpin } from './use-auto-spin.ts';
import { useSpin } from './use-spin.ts';

const wagerStore = createStoredValue<SlotWager | null>('fairline.slots.wager', storedWager);
const speedStore = createStoredValue<ReelSpeed>(
  'fairline.slots.speed',
  (stored) => (['slow', 'fast', 'turbo'] as const).find((speed) => speed === stored) ?? 'normal',
);

interface SlotsOptions {
  game: GameDetail;
  rounds: Rounds<'mega-fortune-slots'>;
  profile: CasinoProfile;
  still: boolean;
  reels: RefObject<ReelsHandle | null>;
  first: Grid;
}

export function useSlots({ game, rounds, profile, still, reels, first }: SlotsOptions) {
  const speeds = allowedSpeeds(profile);
  const wantedSpeed = useStore(speedStore);
  const speed = speeds.includes(wantedSpeed) ? wantedSpeed : 'normal';
  const spin = useSpin({ rounds, profile, speed, still, reels, first });
  const autoSpin = useAutoSpin(spin.spin);
  const [asksAuto, setAsksAuto] = useState(false);
  const stored = useStore(wagerStore);
  const { balanceMinor } = rounds;
  // Set once: a default that followed the balance would change under the player's hand.
  const proposed = useRef<SlotWager | null>(null);
  if (proposed.current === null && balanceMinor !== undefined) proposed.current = firstWager(balanceMinor);
  const mostMinor = mostNowMinor(profile, 'slots');
  const wanted = stored ?? proposed.current ?? firstWager(0);
  const wager = withLines(wanted, wanted.lines, mostMinor);
  const isLocked = spin.isSpinning || autoSpin.auto !== null;
  const why = whyNot({ game, isOpen: rounds.round?.status === 'open', isLoading: rounds.phase === 'loading' });

  const change = (next: SlotWager) => {
    if (isLocked) return;
    rounds.refuse(null);
    wagerStore.set(next);
  };
  const canAfford = () => {
    if (balanceMinor === undefined || balanceMinor >= totalMinor(wager)) return true;
    rounds.refuse(insufficientText());
    return false;
  };
  const press = () => {
    if (spin.isSpinning) {
      if (profile.turbo) spin.skip();
    } else if (!autoSpin.auto && why === null && canAfford()) void spin.spin(wager);
  };
  const pressAuto = () => {
    if (autoSpin.auto) autoSpin.stop();
    else if (profile.autoSpin && !spin.isSpinning && why === null && canAfford()) setAsksAuto(true);
  };
  const setLines = (lines: number) =>
    change(withLines(wager, Math.min(slotBets.maxLines, Math.max(1, lines)), mostMinor));
  const stepBet = (direction: 1 | -1) =>
    change({
      ...wager,
      betPerLineMinor: steppedLineMinor(wager.betPerLineMinor, direction, largestLineMinor(wager.lines, mostMinor)),
    });
  const betMost = () => change({ ...wager, betPerLineMinor: largestLineMinor(wager.lines, mostMinor, balanceMinor) });
  useGameKeys(
    Object.fromEntries([
      [' ', press],
      ['Enter', press],
      ['ArrowUp', () => setLines(wager.lines + 1)],
      ['ArrowDown', () => setLines(wager.lines - 1)],
      ['ArrowRight', () => stepBet(1)],
      ['ArrowLeft', () => stepBet(-1)],
      ['m', betMost],
      ['a', pressAuto],
    ]),
  );
  return {
    wager,
    mostMinor,
    isLocked,
    why,
    canSkip: profile.turbo,
    isSpinning: spin.isSpinning,
    shown: spin.shown,
    speeds,
    speed,
    setSpeed: speedStore.set,
    autoSpin,
    asksAuto,
    closeAuto: () => setAsksAuto(false),
    change,
    setLines,
    press,
    pressAuto,
  };
}

/** Why no spin can begin now; the stage also shows it as text. */
function whyNot({ game, isOpen, isLoading }: { game: GameDetail; isOpen: boolean; isLoading: boolean }): string | null {
  if (isLoading) return i18n._({ id: 'slots.loading', message: 'Loading your balance' });
  if (isOpen) return i18n._({ id: 'slots.open', message: 'Your last spin is being settled' });
  if (!game.active) return i18n._({ id: 'casino.inactive', message: 'This game is paused. Nothing was staked.' });
  return null;
}
