/**
 * A blackjack round on the screen: bets and actions sent, the playback of the server's decisions, and the results after it.
 * A hand that was open before the page loaded is shown in its current state; another tab's action is played back like the page's own.
 */
import type { RoundOf } from '@fairline/proto/casino/rounds';
import type { HandAction } from '@fairline/proto/games/blackjack';
import { useCallback, useEffect, useRef, useState } from 'react';
import { announceText } from '../../../ui/notices/announce.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { type Playback, useFrames } from '../cards/use-frames.ts';
import { type CasinoProfile, useProfile } from '../stage/profile.ts';
import { playSound } from '../stage/sound.ts';
import { type Rounds, useRounds } from '../stage/use-rounds.ts';
import { isCelebrated, noticeWin } from '../stage/win-notice.tsx';
import { blackjackTexts, roundText } from './blackjack-labels.ts';
import { statsStore, withRound } from './stats.ts';
import { framesTo, type TableView, viewOf } from './table-view.ts';
import { type BlackjackBets, betsOf, wagerOf } from './wager.ts';

export type BlackjackRound = RoundOf<'professional-blackjack'>;

/** A net win of more than two bets is a mega win, shown this long. */
const megaBets = 2;
const megaMs = 8_000;

export interface Blackjack {
  rounds: Rounds<'professional-blackjack'>;
  profile: CasinoProfile;
  /** The round on the table; absent while bets are laid. */
  round: BlackjackRound | undefined;
  playback: Playback<TableView>;
  /** The table when the page loaded the round. */
  settled: TableView | null;
  /** The bets of the last round shown; null before the first. */
  lastBets: BlackjackBets | null;
  /** The round is decided and its playback has ended. */
  isOver: boolean;
  deal: (bets: BlackjackBets) => Promise<void>;
  act: (action: HandAction) => void;
  /** Takes the cards from the table. */
  clear: () => void;
  skip: () => void;
}

export function useBlackjack(): Blackjack {
  const rounds = useRounds('professional-blackjack');
  const profile = useProfile();
  const playback = useFrames<TableView>(() => playSound('card'));
  const [shown, setShown] = useState<BlackjackRound>();
  const [settled, setSettled] = useState<TableView | null>(null);
  const [lastBets, setLastBets] = useState<BlackjackBets | null>(null);
  /** This page started the deal: the round is animated, not shown at once. */
  const pressed = useRef(false);
  const now = useRef({ playback, rounds, profile, shown });
  now.current = { playback, rounds, profile, shown };

  const { round } = rounds;
  useEffect(() => {
    if (!round) return;
    const { playback: frames, shown: before } = now.current;
    if (before && isSame(before, round)) return;
    setShown(round);
    setLastBets(betsOf(round.wager));
    const isNew = before?.id !== round.id;
    const isOwn = pressed.current;
    pressed.current = false;
    if (isNew && !isOwn) {
      const view = viewOf(round.outcome);
      setSettled(view);
      frames.show(view);
      now.current.rounds.reveal();
      announceText(roundText(round.outcome, round.payoutMinor, round.currency));
      return;
    }
    if (isNew) setSettled(null);
    frames.play(framesTo(isNew ? null : frames.view, round.outcome), () =>
      announceResult(round, now.current.profile, now.current.rounds.reveal),
    );
  }, [round]);

  const skip = useCallback(() => {
    if (now.current.profile.turbo) now.current.playback.finish();
  }, []);

  return {
    rounds,
    profile,
    round: shown,
    playback,
    settled,
    lastBets,
    isOver: shown !== undefined && shown.status !== 'open' && !playback.isPlaying,
    skip,
    deal: useCallback(async (bets) => {
      const { playback: frames, rounds: table } = now.current;
      if (pressed.current || table.phase === 'loading') return;
      pressed.current = true;
      frames.finish();
      frames.show(null);
      setShown(undefined);
      if (!(await table.play(wagerOf(bets)))) pressed.current = false;
    }, []),
    act: useCallback((action) => {
      const { playback: frames, profile: allowed, rounds: table } = now.current;
      if (frames.isPlaying && !allowed.turbo) return;
      frames.finish();
      void table.act(action);
    }, []),
    clear: useCallback(() => {
      if (now.current.shown?.status === 'open') return;
      now.current.playback.finish();
      now.current.playback.show(null);
      setShown(undefined);
    }, []),
  };
}

/** The same state of the same round. */
function isSame(one: BlackjackRound, other: BlackjackRound): boolean {
  return one.id === other.id && one.status === other.status && one.actions.length === other.actions.length;
}

/** Runs once the result was shown: updates the money, announces the result, and shows notices of wins and losses. */
function announceResult(round: BlackjackRound, profile: CasinoProfile, reveal: () => void): void {
  reveal();
  announceText(roundText(round.outcome, round.payoutMinor, round.currency));
  if (round.status !== 'settled') return;
  statsStore.set(withRound(statsStore.reread(), round));
  const netMinor = round.payoutMinor - round.wagerMinor;
  const returned = round.outcome.hands.reduce((sum, { payoutMinor = 0 }) => sum + payoutMinor, 0);
  if (netMinor > megaBets * round.wager.amountMinor) noticeWin(round, [{ atLeast: 0, size: 'mega', showMs: megaMs }]);
  else if (netMinor > 0 && isCelebrated(round, profile)) playSound('win');
  else if (returned === 0) notify.info(blackjackTexts.dealerWins());
}
