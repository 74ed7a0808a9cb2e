/**
 * The screen of Professional Blackjack: betting, the deal, the hands one by one, and the payout. Cards are shown one by one, only after the server has decided.
 */
import type { GameDetail } from '@fairline/proto/casino/games';
import type { HandAction } from '@fairline/proto/games/blackjack';
import { i18n } from '@lingui/core';
import { useEffect, useRef, useState } from 'react';
import { moneyText } from '../../../domain/money/money.tsx';
import { useExclusion } from '../../../domain/safe-play/exclusion.ts';
import { exclusionText } from '../../../domain/safe-play/exclusion-labels.ts';
import { useStore } from '../../../store.ts';
import { finishMoves } from '../cards/card.tsx';
import { ChipActions } from '../chips/chip-actions.tsx';
import { ChipRail } from '../chips/chip-rail.tsx';
import { ChipTable } from '../chips/chip-table.tsx';
import { AgainButtons, DealButton } from '../chips/round-buttons.tsx';
import { largeChips } from '../chips/stack.ts';
import { type UseBets, useBets } from '../chips/use-bets.ts';
import { useGameKeys } from '../stage/keys.ts';
import { playSound } from '../stage/sound.ts';
import { GameStage } from '../stage/stage.tsx';
import { HandActions } from './action-bar.tsx';
import { whyNot } from './blackjack-labels.ts';
import { BlackjackTable } from './blackjack-table.tsx';
import { BlackjackHowToPlay, BlackjackRules, blackjackFeatures } from './rules.tsx';
import { noStats, statsSince, statsStore } from './stats.ts';
import { type Blackjack, useBlackjack } from './use-blackjack.ts';
import { type BlackjackSpot, betsOf, firstBets, whyNotDealt, whyNotLaid } from './wager.ts';

export function BlackjackScreen({ game }: { game: GameDetail }) {
  const table = useBlackjack();
  const { rounds, playback, round } = table;
  const currency = rounds.currency ?? 'USD';
  const limits = { minMinor: game.minMinor, maxMinor: game.maxMinor, balanceMinor: rounds.balanceMinor, currency };
  const bets = useBets<BlackjackSpot>({
    initial: firstBets,
    guard: (next) => whyNotLaid(next, limits),
    onRefused: rounds.refuse,
  });
  const [chosenMinor, choose] = useState(2_500);
  const felt = useRef<HTMLDivElement>(null);
  const stats = statsSince(useStore(statsStore), rounds.session?.startedAt);
  useBetsOfRound(table, bets);

  const isLaying = !round && (rounds.phase === 'ready' || rounds.phase === 'loading');
  const play = usePlay({ table, bets, isLaying, game, limits });
  const skip = () => {
    if (!playback.isPlaying || !table.profile.turbo) return;
    table.skip();
    requestAnimationFrame(() => finishMoves(felt.current));
  };
  useGameKeys({
    Enter: play.enter,
    ' ': skip,
    h: () => play.act('hit'),
    s: () => play.act('stand'),
    d: () => play.act('double'),
    p: () => play.act('split'),
    n: table.clear,
  });

  return (
    <ChipTable
      chosenMinor={chosenMinor}
      onChoose={choose}
      isLocked={!isLaying}
      onPlace={(spot, minor) => {
        rounds.refuse(null);
        playSound('chip');
        bets.place(spot as BlackjackSpot, minor);
      }}
      onTake={(spot, minor) => bets.take(spot as BlackjackSpot, minor)}
      onConfirm={play.enter}
    >
      <GameStage
        game={game}
        rounds={rounds}
        stakeMinor={round?.status === 'open' ? 0 : bets.totalMinor}
        stake={<Stake table={table} bets={bets} isLaying={isLaying} />}
        action={<Action table={table} bets={bets} isLaying={isLaying} play={play} />}
        rules={<BlackjackRules game={game} currency={currency} stats={stats} />}
        features={blackjackFeatures()}
        howToPlay={<BlackjackHowToPlay />}
        onReset={() => {
          statsStore.set(noStats);
          table.clear();
          bets.load(firstBets);
        }}
      >
        <BlackjackTable
          view={playback.view}
          settled={table.settled}
          bets={round ? betsOf(round.wager) : bets.bets}
          currency={currency}
          stakes={round?.outcome.hands.map(({ stakeMinor }) => stakeMinor) ?? []}
          outcome={table.isOver ? round?.outcome : undefined}
          onSkip={playback.isPlaying ? skip : undefined}
          feltRef={felt}
        />
      </GameStage>
    </ChipTable>
  );
}

interface Play {
  deal: () => void;
  act: (action: HandAction) => void;
  enter: () => void;
  whyNotDealt: string | null;
  exclusion: string | undefined;
}

function useExclusionText(): string | undefined {
  const exclusion = useExclusion();
  return exclusion && exclusionText(exclusion);
}

interface PlayParts {
  table: Blackjack;
  bets: UseBets<BlackjackSpot>;
  isLaying: boolean;
  game: GameDetail;
  limits: Parameters<typeof whyNotDealt>[1];
}

/** What a press or a key does now. */
function usePlay({ table, bets, isLaying, game, limits }: PlayParts): Play {
  const { rounds, round } = table;
  const exclusion = useExclusionText();
  const inactive = game.active
    ? null
    : i18n._({ id: 'casino.inactive', message: 'This game is paused. Nothing was staked.' });
  const why = inactive ?? whyNotDealt(bets.bets, limits);
  const deal = () => {
    if (why) rounds.refuse(why);
    else if (isLaying || table.isOver) void table.deal(bets.bets);
  };
  return {
    deal,
    whyNotDealt: why,
    exclusion,
    enter: () => {
      if (table.playback.isPlaying) table.skip();
      else deal();
    },
    act: (action) => {
      if (round?.status !== 'open' || rounds.phase === 'sending' || rounds.phase === 'undecided') return;
      const refused = whyNot(action, { outcome: round.outcome, balanceMinor: rounds.balanceMinor ?? 0, exclusion });
      if (refused) rounds.refuse(refused);
      else table.act(action);
    },
  };
}

/** The bets of a round stay for the next one, including those of a resumed round. */
function useBetsOfRound({ lastBets }: Blackjack, bets: UseBets<BlackjackSpot>): void {
  const { load } = bets;
  useEffect(() => {
    if (lastBets) load(lastBets);
  }, [lastBets, load]);
}

interface BarProps {
  table: Blackjack;
  bets: UseBets<BlackjackSpot>;
  isLaying: boolean;
}

function Stake({ table, bets, isLaying }: BarProps) {
  const currency = table.rounds.currency ?? 'USD';
  if (isLaying) return <ChipRail values={largeChips} currency={currency} />;
  const stakedMinor = table.round?.wagerMinor ?? bets.totalMinor;
  return (
    <p className="flex items-baseline gap-2 text-13 text-ink-soft">
      {i18n._({ id: 'blackjack.staked', message: 'Staked' })}
      <span className="figures text-16 font-strong text-ink">{moneyText(stakedMinor, currency)}</span>
      {table.isOver && table.round && (
        <>
          <span aria-hidden>·</span>
          {table.round.status === 'void'
            ? i18n._({ id: 'blackjack.voided', message: 'Round voided, stake returned' })
            : i18n._({ id: 'blackjack.returned', message: 'Returned' })}
          <span className="figures text-16 font-strong text-ink">{moneyText(table.round.payoutMinor, currency)}</span>
        </>
      )}
    </p>
  );
}

function Action({ table, bets, isLaying, play }: BarProps & { play: Play }) {
  const { rounds, round, playback } = table;
  const { currency } = rounds;
  const waits = rounds.phase === 'sending' || rounds.phase === 'undecided';
  if (round && (round.status === 'open' || playback.isPlaying)) {
    const isLocked = waits || (playback.isPlaying && (!table.profile.turbo || round.status !== 'open'));
    return (
      <HandActions
        outcome={round.outcome}
        balanceMinor={rounds.balanceMinor ?? 0}
        exclusion={play.exclusion}
        busy={isLocked}
        onAct={play.act}
        onRefused={rounds.refuse}
      />
    );
  }
  if (round) {
    return (
      <AgainButtons
        totalMinor={bets.totalMinor}
        currency={currency}
        why={play.whyNotDealt}
        busy={waits}
        onNewHand={table.clear}
        onRebet={play.deal}
      />
    );
  }
  return (
    <div className="flex w-full items-start justify-end gap-2">
      <ChipActions
        canUndo={bets.canUndo}
        hasBets={bets.totalMinor > 0}
        canRebet={table.lastBets !== null}
        isLocked={!isLaying}
        onUndo={bets.undo}
        onClear={bets.clear}
        onDouble={bets.double}
        onRebet={() => table.lastBets && bets.replace(table.lastBets)}
      />
      <DealButton
        totalMinor={bets.totalMinor}
        currency={currency}
        why={play.whyNotDealt}
        busy={waits || rounds.phase === 'loading'}
        onDeal={play.deal}
      />
    </div>
  );
}
