/**
 * A draw from the press to its result: the drum turns while the server decides, then releases one ball after another as decided. Another press shows the result
 * at once, if the jurisdiction allows it.
 */
import type { LotteryWager } from '@fairline/proto/games/lottery';
import { useCallback, useEffect, useRef, useState } from 'react';
import { announceText } from '../../../ui/notices/announce.tsx';
import type { CasinoProfile } from '../stage/profile.ts';
import { playSound } from '../stage/sound.ts';
import type { Rounds } from '../stage/use-rounds.ts';
import { isCelebrated } from '../stage/win-notice.tsx';
import { type LotteryRound, spokenResult } from './lottery-labels.ts';

/** Between one ball and the next, and before the first. */
export const ballMs = 800;

interface DrawOptions {
  rounds: Rounds<'prize-lottery'>;
  profile: CasinoProfile;
  /** The result is shown at once. */
  still: boolean;
}

export interface Draw {
  isDrawing: boolean;
  /** The numbers drawn so far, in order; null before the first draw. */
  drawn: readonly number[] | null;
  /** Draws, and resolves with the round once its result is shown; null if it was refused or the player left. */
  draw(wager: LotteryWager): Promise<LotteryRound | null>;
  skip(): void;
}

export function useDraw(options: DrawOptions): Draw {
  const latest = useRef(options);
  latest.current = options;
  const [isDrawing, setDrawing] = useState(false);
  const [drawn, setDrawn] = useState<readonly number[] | null>(null);
  const busy = useRef(false);
  const gone = useRef(false);
  const skipped = useRef<() => void>(() => undefined);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      skipped.current();
    };
  }, []);

  const draw = useCallback(async (wager: LotteryWager) => {
    if (busy.current) return null;
    busy.current = true;
    const { still, profile } = latest.current;
    let isSkipped = still;
    const skip = new Promise<void>((resolve) => {
      skipped.current = () => {
        isSkipped = true;
        resolve();
      };
    });
    setDrawing(true);
    setDrawn([]);
    const beganMs = performance.now();
    const round = await latest.current.rounds.play(wager);
    if (round) {
      const answeredMs = performance.now();
      for (const [place, number] of round.outcome.drawn.entries()) {
        if (isSkipped || gone.current) break;
        await Promise.race([waitUntil(Math.max(beganMs, answeredMs - ballMs) + (place + 1) * ballMs), skip]);
        if (isSkipped || gone.current) break;
        setDrawn((before) => [...(before ?? []), number]);
        playSound('tick');
      }
      if (!isSkipped) await Promise.race([waitUntil(performance.now() + ballMs), skip]);
      if (still) await waitUntil(beganMs + profile.paceMs.lottery);
    }
    busy.current = false;
    if (gone.current) return null;
    setDrawing(false);
    setDrawn(round ? round.outcome.drawn : null);
    if (!round) return null;
    latest.current.rounds.reveal();
    announceText(spokenResult(round, isCelebrated(round, profile)));
    return round;
  }, []);

  return { isDrawing, drawn, draw, skip: useCallback(() => skipped.current(), []) };
}

function waitUntil(timeMs: number): Promise<void> {
  const delayMs = timeMs - performance.now();
  return delayMs <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, delayMs));
}
