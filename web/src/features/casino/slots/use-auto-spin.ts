/**
 * Auto-spin: one spin after another until its rules end it, a spin is refused, or the player stops it. It pauses while the page is hidden, because the reels do
 * not turn there.
 */
import type { SlotWager } from '@fairline/proto/games/slots';
import { useCallback, useEffect, useRef, useState } from 'react';
import { announceText } from '../../../ui/notices/announce.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { type AutoSpin, afterSpin, autoSpinDelayMs, autoSpinEnd } from './auto-spin.ts';
import { totalMinor } from './bets.ts';
import { autoSpinEndText } from './slots-labels.ts';
import type { Spin } from './use-spin.ts';

export interface RunningAutoSpin {
  auto: AutoSpin | null;
  start(auto: AutoSpin, wager: SlotWager): void;
  /** No further spin begins; the current one ends normally. */
  stop(): void;
}

export function useAutoSpin(spin: Spin['spin']): RunningAutoSpin {
  const [auto, setAuto] = useState<AutoSpin | null>(null);
  const running = useRef<AbortController | null>(null);
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setAuto(null);
  }, []);
  useEffect(() => stop, [stop]);
  const start = useCallback(
    (first: AutoSpin, wager: SlotWager) => {
      stop();
      const control = new AbortController();
      running.current = control;
      void runAutoSpin({ first, wager, spin, onProgress: setAuto, signal: control.signal }).then(
        () => running.current === control && stop(),
      );
    },
    [spin, stop],
  );
  return { auto, start, stop };
}

interface Run {
  first: AutoSpin;
  wager: SlotWager;
  spin: Spin['spin'];
  onProgress: (auto: AutoSpin) => void;
  signal: AbortSignal;
}

async function runAutoSpin({ first, wager, spin, onProgress, signal }: Run): Promise<void> {
  let auto = first;
  let wonJackpot = false;
  while (!signal.aborted) {
    onProgress(auto);
    const end = autoSpinEnd(auto, totalMinor(wager), wonJackpot);
    if (end) {
      const text = autoSpinEndText(end);
      notify.info(text);
      announceText(text);
      return;
    }
    const round = await spin(wager);
    if (!round || signal.aborted) return;
    auto = afterSpin(auto, round);
    wonJackpot = round.outcome.jackpotMinor !== undefined;
    onProgress(auto);
    if (autoSpinEnd(auto, totalMinor(wager), wonJackpot) === null) await delay(autoSpinDelayMs, signal);
  }
}

function delay(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
