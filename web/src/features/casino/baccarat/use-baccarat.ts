/** A baccarat round on the screen: the bets sent, the playback of the deal, and the result after it. */
import type { RoundOf } from '@fairline/proto/casino/rounds';
import { useCallback, useRef, useState } from 'react';
import { announceText } from '../../../ui/notices/announce.tsx';
import { type Playback, useFrames } from '../cards/use-frames.ts';
import { type CasinoProfile, useProfile } from '../stage/profile.ts';
import { playSound } from '../stage/sound.ts';
import { type Rounds, useRounds } from '../stage/use-rounds.ts';
import { isCelebrated, noticeWin, type WinStep } from '../stage/win-notice.tsx';
import { roundText } from './baccarat-labels.ts';
import { statsStore, withRound } from './stats.ts';
import { type BaccaratView, framesOf } from './table-view.ts';
import { type BaccaratBets, wagerOf } from './wager.ts';

export type BaccaratRound = RoundOf<'elite-baccarat'>;

const winSteps: readonly WinStep[] = [
  { atLeast: 8, size: 'mega', showMs: 8_000 },
  { atLeast: 3, size: 'big', showMs: 6_000 },
];

export interface Baccarat {
  rounds: Rounds<'elite-baccarat'>;
  profile: CasinoProfile;
  /** The round on the table; absent while bets are laid. */
  round: BaccaratRound | undefined;
  playback: Playback<BaccaratView>;
  isOver: boolean;
  /** Bets were sent and there is no response yet. */
  isWaiting: boolean;
  deal: (bets: BaccaratBets) => Promise<void>;
  clear: () => void;
  skip: () => void;
}

export function useBaccarat(): Baccarat {
  const rounds = useRounds('elite-baccarat');
  const profile = useProfile();
  const playback = useFrames<BaccaratView>(() => playSound('card'));
  const [round, setRound] = useState<BaccaratRound>();
  const [isWaiting, setWaiting] = useState(false);
  const pressed = useRef(false);
  const now = useRef({ playback, rounds, profile });
  now.current = { playback, rounds, profile };
  return {
    rounds,
    profile,
    round,
    playback,
    isWaiting,
    isOver: round !== undefined && !playback.isPlaying,
    skip: useCallback(() => {
      if (now.current.profile.turbo) now.current.playback.finish();
    }, []),
    clear: useCallback(() => {
      if (now.current.playback.isPlaying) return;
      now.current.playback.show(null);
      setRound(undefined);
    }, []),
    deal: useCallback(async (bets) => {
      const { playback: frames, rounds: table, profile: allowed } = now.current;
      if (pressed.current || table.phase === 'loading' || (frames.isPlaying && !allowed.turbo)) return;
      pressed.current = true;
      setWaiting(true);
      frames.finish();
      frames.show(null);
      setRound(undefined);
      const played = await table.play(wagerOf(bets));
      pressed.current = false;
      setWaiting(false);
      if (!played) return;
      setRound(played);
      frames.play(framesOf(played.outcome), () => announceResult(played, now.current.profile, table.reveal));
    }, []),
  };
}

/** Runs once the result was shown: updates the money, announces the result, and shows win notices. */
function announceResult(round: BaccaratRound, profile: CasinoProfile, reveal: () => void): void {
  reveal();
  announceText(roundText(round.outcome, round.payoutMinor, round.currency));
  if (round.status !== 'settled') return;
  statsStore.set(withRound(statsStore.reread(), round));
  noticeWin(round, winSteps);
  if (round.payoutMinor < 3 * round.wagerMinor && round.payoutMinor > round.wagerMinor && isCelebrated(round, profile))
    playSound('win');
}
