/** The state of the lottery screen: numbers, tickets, the draw, prizes to claim, and the figures of this visit. */
import type { GameDetail } from '@fairline/proto/casino/games';
import { lotteryStakes } from '@fairline/proto/games/lottery';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { useGameKeys } from '../stage/keys.ts';
import type { CasinoProfile } from '../stage/profile.ts';
import { insufficientText } from '../stage/refusal-labels.ts';
import { playSound } from '../stage/sound.ts';
import type { Rounds } from '../stage/use-rounds.ts';
import { isCelebrated, noticeWin, type WinStep } from '../stage/win-notice.tsx';
import { type LotteryRound, noTicketsText, problemText } from './lottery-labels.ts';
import {
  addTicket,
  browserRandom,
  type LotteryStake,
  quickPick,
  type Ticket,
  type TicketProblem,
  toggleNumber,
  totalMinor,
  wagerOf,
} from './ticket-list.ts';
import { useDraw } from './use-draw.ts';

const winSteps: readonly WinStep[] = [
  { atLeast: 1, size: 'big', showMs: 4_000 },
  { atLeast: 10, size: 'mega', showMs: 4_000 },
];

export interface LotteryStats {
  tickets: number;
  stakedMinor: number;
  prizes: number;
  biggestMinor: number;
}
const noStats: LotteryStats = { tickets: 0, stakedMinor: 0, prizes: 0, biggestMinor: 0 };

interface LotteryOptions {
  game: GameDetail;
  rounds: Rounds<'prize-lottery'>;
  profile: CasinoProfile;
  still: boolean;
}

export function useLottery({ game, rounds, profile, still }: LotteryOptions) {
  const { balanceMinor, currency = 'USD' } = rounds;
  const [picked, setPicked] = useState<readonly number[]>([]);
  const [stakeMinor, setStake] = useState<LotteryStake>(lotteryStakes[0]);
  const [tickets, setTickets] = useState<readonly Ticket[]>([]);
  const [shown, setShown] = useState<LotteryRound | null>(null);
  const [isClaiming, setClaiming] = useState(false);
  const [stats, setStats] = useState(noStats);
  const { isDrawing, drawn, draw, skip } = useDraw({ rounds, profile, still });
  const why = whyNot({ game, isOpen: rounds.round?.status === 'open', isLoading: rounds.phase === 'loading' });

  /** Applies the result of a rule: the new value, or the error text. */
  const take = <Value>(answer: Value | TicketProblem, set: (value: Value) => void): boolean => {
    if (isDrawing) return false;
    if (typeof answer === 'string') {
      rounds.refuse(problemText(answer as TicketProblem, currency));
      return false;
    }
    rounds.refuse(null);
    set(answer as Value);
    return true;
  };
  const toggle = (number: number) => take<readonly number[]>(toggleNumber(picked, number), setPicked);
  const pickQuickly = () => take<readonly number[]>(quickPick(browserRandom), setPicked);
  const add = () => {
    if (!take<readonly Ticket[]>(addTicket(tickets, { numbers: picked, stakeMinor }, balanceMinor), setTickets)) return;
    playSound('chip');
    setPicked([]);
    setShown(null);
  };
  const again = () => {
    if (!shown || isDrawing) return;
    setTickets(
      shown.wager.tickets.map((ticket, index) => ({
        ...ticket,
        key: index + 1,
        stakeMinor: ticket.stakeMinor as LotteryStake,
      })),
    );
    setShown(null);
  };
  const press = async () => {
    if (isDrawing) {
      if (profile.turbo) skip();
      return;
    }
    if (why) return;
    if (tickets.length === 0) return rounds.refuse(noTicketsText());
    if (balanceMinor !== undefined && totalMinor(tickets) > balanceMinor) return rounds.refuse(insufficientText());
    const round = await draw(wagerOf(tickets));
    if (!round) return;
    setShown(round);
    setTickets([]);
    setStats((before) => withRound(before, round));
    if (round.payoutMinor === 0 || !isCelebrated(round, profile)) return;
    setClaiming(true);
    playSound('win');
  };
  useGameKeys({ ' ': press, q: pickQuickly, t: add, d: press, c: () => take<readonly number[]>([], setPicked) });
  return {
    picked,
    stakeMinor,
    setStake,
    tickets,
    shown,
    stats,
    isDrawing,
    /** The result of the shown draw; the balls return to the drum with the next ticket. */
    drawn: isDrawing || shown ? drawn : null,
    canSkip: profile.turbo,
    why,
    isClaiming: isClaiming && shown !== null,
    toggle,
    pickQuickly,
    clear: () => take<readonly number[]>([], setPicked),
    add,
    again,
    remove: (key: number) =>
      take<readonly Ticket[]>(
        tickets.filter((ticket) => ticket.key !== key),
        setTickets,
      ),
    press: () => void press(),
    claim: () => {
      setClaiming(false);
      if (shown) noticeWin(shown, winSteps);
    },
    resetStats: () => setStats(noStats),
  };
}

function withRound(stats: LotteryStats, { outcome, wagerMinor }: LotteryRound): LotteryStats {
  const won = outcome.tickets.map(({ payoutMinor }) => payoutMinor).filter((payoutMinor) => payoutMinor > 0);
  return {
    tickets: stats.tickets + outcome.tickets.length,
    stakedMinor: stats.stakedMinor + wagerMinor,
    prizes: stats.prizes + won.length,
    biggestMinor: Math.max(stats.biggestMinor, ...won),
  };
}

/** Why no draw can begin now. */
function whyNot({ game, isOpen, isLoading }: { game: GameDetail; isOpen: boolean; isLoading: boolean }): string | null {
  if (isLoading) return i18n._({ id: 'slots.loading', message: 'Loading your balance' });
  if (isOpen) return i18n._({ id: 'lottery.open', message: 'Your last draw is being settled' });
  if (!game.active) return i18n._({ id: 'casino.inactive', message: 'This game is paused. Nothing was staked.' });
  return null;
}
