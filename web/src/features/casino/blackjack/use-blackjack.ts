/**
 * A blackjack round on the screen: what was sent, the pictures that tell what the server decided, and the results once they have been told.
 * A hand that was open before the page came lies there as it stands; what another tab did with it is told like an own action.
 */
import type { RoundOf } from '@fairline/proto/casino/rounds';
import type { HandAction } from '@fairline/proto/games/blackjack';
import { useCallback, useEffect, useRef, useState } from 'react';
import { say } from '../../../ui/notices/announce.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { type Telling, useFrames } from '../cards/use-frames.ts';
import { type CasinoProfile, useProfile } from '../stage/profile.ts';
import { playSound } from '../stage/sound.ts';
import { type Rounds, useRounds } from '../stage/use-rounds.ts';
import { isCelebrated, noticeWin } from '../stage/win-notice.tsx';
import { blackjackTexts, roundText } from './blackjack-labels.ts';
import { statsStore, withRound } from './stats.ts';
import { framesTo, type TableView, viewOf } from './table-view.ts';
import { type BlackjackBets, betsOf, wagerOf } from './wager.ts';

export type BlackjackRound = RoundOf<'professional-blackjack'>;

/** A win of more than two bets is a mega win, shown this long. */
const megaBets = 2;
const megaMs = 8_000;

export interface Blackjack {
  rounds: Rounds<'professional-blackjack'>;
  profile: CasinoProfile;
  /** The round on the table; absent while bets are laid. */
  round: BlackjackRound | undefined;
  telling: Telling<TableView>;
  /** What lay there when the page began to watch the round. */
  settled: TableView | null;
  /** The bets of the round told last; null before the first. */
  lastBets: BlackjackBets | null;
  /** The round is decided and told. */
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
  const telling = useFrames<TableView>(() => playSound('card'));
  const [shown, setShown] = useState<BlackjackRound>();
  const [settled, setSettled] = useState<TableView | null>(null);
  const [lastBets, setLastBets] = useState<BlackjackBets | null>(null);
  /** A deal of this page is under way: the round that comes is dealt, not laid down. */
  const pressed = useRef(false);
  const now = useRef({ telling, rounds, profile, shown });
  now.current = { telling, rounds, profile, shown };

  const { round } = rounds;
  useEffect(() => {
    if (!round) return;
    const { telling: told, shown: before } = now.current;
    if (before && isSame(before, round)) return;
    setShown(round);
    setLastBets(betsOf(round.wager));
    const isNew = before?.id !== round.id;
    const isOwn = pressed.current;
    pressed.current = false;
    if (isNew && !isOwn) {
      const view = viewOf(round.outcome);
      setSettled(view);
      told.show(view);
      now.current.rounds.reveal();
      say(roundText(round.outcome, round.payoutMinor, round.currency));
      return;
    }
    if (isNew) setSettled(null);
    told.tell(framesTo(isNew ? null : told.view, round.outcome), () => announce(round, now.current.profile, now.current.rounds.reveal));
  }, [round]);

  const skip = useCallback(() => {
    if (now.current.profile.turbo) now.current.telling.finish();
  }, []);

  return {
    rounds,
    profile,
    round: shown,
    telling,
    settled,
    lastBets,
    isOver: shown !== undefined && shown.status !== 'open' && !telling.isTelling,
    skip,
    deal: useCallback(async (bets) => {
      const { telling: told, rounds: table } = now.current;
      if (pressed.current || table.phase === 'loading') return;
      pressed.current = true;
      told.finish();
      told.show(null);
      setShown(undefined);
      if (!(await table.play(wagerOf(bets)))) pressed.current = false;
    }, []),
    act: useCallback((action) => {
      const { telling: told, profile: allowed, rounds: table } = now.current;
      if (told.isTelling && !allowed.turbo) return;
      told.finish();
      void table.act(action);
    }, []),
    clear: useCallback(() => {
      if (now.current.shown?.status === 'open') return;
      now.current.telling.finish();
      now.current.telling.show(null);
      setShown(undefined);
    }, []),
  };
}

/** The same state of the same round. */
function isSame(one: BlackjackRound, other: BlackjackRound): boolean {
  return one.id === other.id && one.status === other.status && one.actions.length === other.actions.length;
}

/** What follows a result that was told: the money, what is heard, and the notices of wins and losses. */
function announce(round: BlackjackRound, profile: CasinoProfile, reveal: () => void): void {
  reveal();
  say(roundText(round.outcome, round.payoutMinor, round.currency));
  if (round.status !== 'settled') return;
  statsStore.set(withRound(statsStore.reread(), round));
  const netMinor = round.payoutMinor - round.wagerMinor;
  const returned = round.outcome.hands.reduce((sum, { payoutMinor = 0 }) => sum + payoutMinor, 0);
  if (netMinor > megaBets * round.wager.amountMinor) noticeWin(round, [{ atLeast: 0, size: 'mega', showMs: megaMs }]);
  else if (netMinor > 0 && isCelebrated(round, profile)) playSound('win');
  else if (returned === 0) notify.info(blackjackTexts.dealerWins());
}
