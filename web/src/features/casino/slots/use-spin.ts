/**
 * A spin from the press to its result: the reels turn while the server decides and stop on its outcome. A press while they turn stops them, if the jurisdiction
 * allows it. A refused spin leaves the reels as they were.
 */
import type { SlotWager } from '@fairline/proto/games/slots';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { announceText } from '../../../ui/notices/announce.tsx';
import { reelCount } from '../reels/lines.ts';
import { landMs, type ReelSpeed, stopTimesMs, tickMs } from '../reels/reel-motion.ts';
import type { Grid, ReelsHandle } from '../reels/reels.tsx';
import type { CasinoProfile } from '../stage/profile.ts';
import { playSound } from '../stage/sound.ts';
import type { Rounds } from '../stage/use-rounds.ts';
import { isCelebrated, noticeWin, type WinStep } from '../stage/win-notice.tsx';
import { type SlotRound, spokenResult } from './slots-labels.ts';

/** From 10 times the stake a big win, from 20 times a mega win. */
const winSteps: readonly WinStep[] = [
  { atLeast: 10, size: 'big', showMs: 6_000 },
  { atLeast: 20, size: 'mega', showMs: 8_000 },
];

interface SpinOptions {
  rounds: Rounds<'mega-fortune-slots'>;
  profile: CasinoProfile;
  speed: ReelSpeed;
  /** Results are shown at once. */
  still: boolean;
  reels: RefObject<ReelsHandle | null>;
  /** The symbols before the first spin. */
  first: Grid;
}

export interface Spin {
  isSpinning: boolean;
  /** The round whose result is shown; null while the reels turn. */
  shown: SlotRound | null;
  /** Spins once, and resolves with the round once its result is shown; null if it was refused or the player left. */
  spin(wager: SlotWager): Promise<SlotRound | null>;
  /** Stops the reels on the result, now or when it arrives. */
  skip(): void;
}

export function useSpin(options: SpinOptions): Spin {
  const latest = useRef(options);
  latest.current = options;
  const [isSpinning, setSpinning] = useState(false);
  const [shown, setShown] = useState<SlotRound | null>(null);
  const busy = useRef(false);
  const gone = useRef(false);
  const skipped = useRef<() => void>(() => undefined);
  const grid = useRef<Grid>(options.first);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      skipped.current();
    };
  }, []);

  const spin = useCallback(async (wager: SlotWager) => {
    if (busy.current) return null;
    busy.current = true;
    const { still, profile, speed } = latest.current;
    const skip = new Promise<void>((resolve) => {
      skipped.current = resolve;
    });
    setSpinning(true);
    setShown(null);
    const beganMs = performance.now();
    if (!still) latest.current.reels.current?.start(tickMs[speed]);
    playSound('tick');
    const round = await latest.current.rounds.play(wager);
    const { reels } = latest.current;
    if (round && !gone.current) grid.current = round.outcome.grid;
    // The jurisdiction's minimum time also applies under reduced motion, so that no press is refused as too early.
    const stops = stopTimesMs({ speed, answeredMs: performance.now() - beganMs, paceMs: profile.paceMs.slots });
    if (still || !round) {
      reels.current?.show(grid.current);
      if (round) await Promise.race([waitUntil(beganMs + profile.paceMs.slots), skip]);
    } else
      await landAll(reels, grid.current, { stops: stops.map((stop) => beganMs + stop), landMs: landMs(speed), skip });
    busy.current = false;
    if (gone.current) return null;
    setSpinning(false);
    if (!round) return null;
    setShown(round);
    latest.current.rounds.reveal();
    celebrate(round, profile);
    return round;
  }, []);

  return { isSpinning, shown, spin, skip: useCallback(() => skipped.current(), []) };
}

function celebrate(round: SlotRound, profile: CasinoProfile): void {
  const isWin = isCelebrated(round, profile);
  announceText(spokenResult(round, isWin));
  if (!isWin) return;
  if (round.outcome.jackpotMinor === undefined) noticeWin(round, winSteps);
  if (round.payoutMinor < (winSteps[0]?.atLeast ?? 0) * round.wagerMinor) playSound('win');
}

interface Landing {
  /** By the page's clock. */
  stops: readonly number[];
  landMs: number;
  skip: Promise<void>;
}

/** Each reel lands at its time; if skipped, all rest at once. */
async function landAll(
  reels: RefObject<ReelsHandle | null>,
  grid: Grid,
  { stops, landMs: duration, skip }: Landing,
): Promise<void> {
  let isSkipped = false;
  void skip.then(() => {
    isSkipped = true;
    reels.current?.skip();
  });
  await Promise.all(
    Array.from({ length: reelCount }, async (_, reel) => {
      await Promise.race([waitUntil(stops[reel] ?? 0), skip]);
      const landed = reels.current?.landReel(reel, grid, isSkipped ? skippedLandMs : duration);
      if (!isSkipped || reel === 0) playSound('stop');
      await landed;
    }),
  );
}

/** Short enough for the next press, long enough to notice the stop. */
const skippedLandMs = 70;

function waitUntil(timeMs: number): Promise<void> {
  const delayMs = timeMs - performance.now();
  return delayMs <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, delayMs));
}
