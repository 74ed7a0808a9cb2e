/** The screen of Elite Baccarat: chips on five areas, the deal card by card, the winner highlighted, and the roads of earlier hands. */
import type { GameDetail } from '@fairline/proto/casino/games';
import { i18n } from '@lingui/core';
import { useRef, useState } from 'react';
import { moneyText } from '../../../domain/money/money.tsx';
import { useStore } from '../../../store.ts';
import { finishMoves } from '../cards/card.tsx';
import { ChipActions } from '../chips/chip-actions.tsx';
import { ChipRail } from '../chips/chip-rail.tsx';
import { ChipTable } from '../chips/chip-table.tsx';
import { AgainButtons, DealButton } from '../chips/round-buttons.tsx';
import { smallChips } from '../chips/stack.ts';
import { type UseBets, useBets } from '../chips/use-bets.ts';
import { useGameKeys } from '../stage/keys.ts';
import { playSound } from '../stage/sound.ts';
import { GameStage } from '../stage/stage.tsx';
import { BaccaratTable } from './baccarat-table.tsx';
import { QuickPicks } from './quick-picks.tsx';
import { RoadPanel } from './road-panel.tsx';
import { BaccaratHowToPlay, BaccaratRules, baccaratFeatures } from './rules.tsx';
import { noStats, statsSince, statsStore } from './stats.ts';
import { type Baccarat, useBaccarat } from './use-baccarat.ts';
import { useResults } from './use-results.ts';
import { type BaccaratBets, type BaccaratSpot, betsOf, resultsOf, whyNotDealt, whyNotLaid } from './wager.ts';

export function BaccaratScreen({ game }: { game: GameDetail }) {
  const table = useBaccarat();
  const { rounds, playback, round } = table;
  const currency = rounds.currency ?? 'USD';
  const limits = { minMinor: game.minMinor, maxMinor: game.maxMinor, balanceMinor: rounds.balanceMinor, currency };
  const bets = useBets<BaccaratSpot>({ guard: (next) => whyNotLaid(next, limits), onRefused: rounds.refuse });
  const [chosenMinor, choose] = useState(1_000);
  const [last, setLast] = useState<BaccaratBets | null>(null);
  const felt = useRef<HTMLDivElement>(null);
  const stats = statsSince(useStore(statsStore), rounds.session?.startedAt);
  const finished = table.isOver ? round : undefined;
  const results = useResults(
    finished?.status === 'settled' ? finished : undefined,
    round && !table.isOver ? round.id : undefined,
  );

  const isLaying = !round && !table.isWaiting;
  const paused = game.active
    ? null
    : i18n._({ id: 'casino.inactive', message: 'This game is paused. Nothing was staked.' });
  const why = paused ?? whyNotDealt(bets.bets, limits);
  const deal = () => {
    if (why) return rounds.refuse(why);
    setLast(bets.bets);
    void table.deal(bets.bets);
  };
  const skip = () => {
    if (!playback.isPlaying || !table.profile.turbo) return;
    table.skip();
    requestAnimationFrame(() => finishMoves(felt.current));
  };
  const enter = () => (playback.isPlaying ? skip() : deal());
  const newHand = () => {
    if (!table.isOver) return;
    table.clear();
    bets.load({});
  };
  useGameKeys({ Enter: enter, ' ': skip, n: newHand });

  const pick = (spot: BaccaratSpot, minor: number) => {
    rounds.refuse(null);
    playSound('chip');
    bets.replace({ ...bets.bets, [spot]: minor });
  };
  return (
    <ChipTable
      chosenMinor={chosenMinor}
      onChoose={choose}
      isLocked={!isLaying}
      onPlace={(spot, minor) => {
        rounds.refuse(null);
        playSound('chip');
        bets.place(spot as BaccaratSpot, minor);
      }}
      onTake={(spot, minor) => bets.take(spot as BaccaratSpot, minor)}
      onConfirm={enter}
    >
      <GameStage
        game={game}
        rounds={rounds}
        stakeMinor={bets.totalMinor}
        stake={<Stake table={table} isLaying={isLaying} />}
        action={
          <Action
            table={table}
            bets={bets}
            isLaying={isLaying}
            why={why}
            last={last}
            onDeal={deal}
            onNewHand={newHand}
          />
        }
        rules={<BaccaratRules game={game} />}
        features={baccaratFeatures()}
        howToPlay={<BaccaratHowToPlay />}
        onReset={() => {
          statsStore.set(noStats);
          table.clear();
          bets.load({});
        }}
      >
        <BaccaratTable
          view={playback.view}
          isStill={false}
          bets={round ? betsOf(round.wager) : bets.bets}
          results={finished ? resultsOf(finished.wager, finished.outcome) : {}}
          currency={currency}
          outcome={finished?.outcome}
          onSkip={playback.isPlaying ? skip : undefined}
          feltRef={felt}
          quick={
            <QuickPicks
              balanceMinor={rounds.balanceMinor ?? 0}
              currency={currency}
              isLocked={!isLaying}
              onPick={pick}
            />
          }
        >
          <RoadPanel results={results} stats={stats} />
        </BaccaratTable>
      </GameStage>
    </ChipTable>
  );
}

interface StakeProps {
  table: Baccarat;
  isLaying: boolean;
}

function Stake({ table, isLaying }: StakeProps) {
  const { rounds, round } = table;
  const currency = rounds.currency ?? 'USD';
  if (isLaying || !round) {
    return <ChipRail values={smallChips} currency={currency} />;
  }
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-13 text-ink-soft">
      {i18n._({ id: 'baccarat.staked', message: 'Staked' })}
      <span className="figures text-16 font-strong text-ink">{moneyText(round.wagerMinor, currency)}</span>
      {table.isOver && (
        <>
          <span aria-hidden>·</span>
          {round.status === 'void'
            ? i18n._({ id: 'baccarat.voided', message: 'Round voided, stake returned' })
            : i18n._({ id: 'baccarat.returned', message: 'Returned' })}
          <span className="figures text-16 font-strong text-ink">{moneyText(round.payoutMinor, currency)}</span>
        </>
      )}
    </p>
  );
}

interface ActionProps {
  table: Baccarat;
  bets: UseBets<BaccaratSpot>;
  isLaying: boolean;
  why: string | null;
  last: BaccaratBets | null;
  onDeal: () => void;
  onNewHand: () => void;
}

function Action({ table, bets, isLaying, why, last, onDeal, onNewHand }: ActionProps) {
  const { rounds, round, playback } = table;
  const { currency } = rounds;
  if (round) {
    const busy = playback.isPlaying && !table.profile.turbo;
    return (
      <AgainButtons
        totalMinor={bets.totalMinor}
        currency={currency}
        why={why}
        busy={busy}
        onNewHand={onNewHand}
        onRebet={onDeal}
      />
    );
  }
  return (
    <div className="flex w-full items-start justify-end gap-2">
      <ChipActions
        canUndo={bets.canUndo}
        hasBets={bets.totalMinor > 0}
        canRebet={last !== null}
        isLocked={!isLaying}
        onUndo={bets.undo}
        onClear={bets.clear}
        onDouble={bets.double}
        onRebet={() => last && bets.replace(last)}
      />
      <DealButton
        totalMinor={bets.totalMinor}
        currency={currency}
        why={why}
        busy={table.isWaiting || rounds.phase === 'loading'}
        onDeal={onDeal}
      />
    </div>
  );
}
