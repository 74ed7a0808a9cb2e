/** The screen of Mega Fortune Slots: the machine, its controls, auto-spin, the paytable and the jackpot. */
import type { GameDetail } from '@fairline/proto/casino/games';
import { i18n } from '@lingui/core';
import { Repeat, Square } from 'lucide-react';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Segments } from '../../../ui/controls/segments.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { litCells, winsOf } from '../reels/lines.ts';
import { type Grid, Reels, type ReelsHandle } from '../reels/reels.tsx';
import { ShownLines, useWinTour, WinLines } from '../reels/win-lines.tsx';
import { useReducedMotion } from '../stage/motion.ts';
import { type CasinoProfile, useProfile } from '../stage/profile.ts';
import { GameStage } from '../stage/stage.tsx';
import { type Rounds, useRounds } from '../stage/use-rounds.ts';
import { isCelebrated } from '../stage/win-notice.tsx';
import { AutoSpinDialog } from './auto-spin-dialog.tsx';
import { largestLines, totalMinor } from './bets.ts';
import { SpinButton, StakeControls } from './controls.tsx';
import { JackpotMeter, JackpotScene } from './jackpot.tsx';
import { LineNumbers } from './line-numbers.tsx';
import { Paytable } from './paytable.tsx';
import { ResultStrip } from './result-strip.tsx';
import { reelText, speedName } from './slots-labels.ts';
import { useSlots } from './use-slots.ts';

/** The symbols before the first spin. */
const firstGrid: Grid = [
  ['seven', 'crown', 'cherry'],
  ['grape', 'diamond', 'star'],
  ['lemon', 'star', 'crown'],
  ['diamond', 'seven', 'orange'],
  ['cherry', 'crown', 'grape'],
];

export function SlotsScreen({ game }: { game: GameDetail }) {
  const rounds = useRounds('mega-fortune-slots');
  const profile = useProfile();
  const still = useReducedMotion();
  const reels = useRef<ReelsHandle>(null);
  const slots = useSlots({ game, rounds, profile, still, reels, first: firstGrid });
  const { wager, autoSpin } = slots;
  const { balanceMinor, currency } = rounds;
  const left = autoSpin.auto && autoSpin.auto.count - autoSpin.auto.played;
  return (
    <GameStage
      game={game}
      rounds={rounds}
      stakeMinor={totalMinor(wager)}
      stake={
        <StakeControls
          wager={wager}
          mostMinor={slots.mostMinor}
          balanceMinor={balanceMinor}
          currency={currency}
          disabled={slots.isLocked}
          onChange={slots.change}
        />
      }
      action={
        <>
          {profile.autoSpin && <AutoButton left={left} onPress={slots.pressAuto} />}
          <SpinButton
            wager={wager}
            currency={currency}
            isSpinning={slots.isSpinning}
            canSkip={slots.canSkip}
            why={left === null ? slots.why : i18n._({ id: 'slots.auto.running', message: 'Auto-spin is running' })}
            onPress={slots.press}
          />
        </>
      }
      rules={currency && <Paytable game={game} wager={wager} currency={currency} />}
      features={features()}
      howToPlay={<p>{howToPlayText()}</p>}
    >
      <SlotMachine slots={slots} rounds={rounds} profile={profile} reels={reels} still={still} />
      {currency && (
        <AutoSpinDialog
          open={slots.asksAuto}
          onClose={slots.closeAuto}
          stakeMinor={totalMinor(wager)}
          currency={currency}
          onStart={(auto) => autoSpin.start(auto, wager)}
        />
      )}
    </GameStage>
  );
}

interface SlotMachineProps {
  slots: ReturnType<typeof useSlots>;
  rounds: Rounds<'mega-fortune-slots'>;
  profile: CasinoProfile;
  reels: RefObject<ReelsHandle | null>;
  still: boolean;
}

function SlotMachine({ slots, rounds, profile, reels, still }: SlotMachineProps) {
  const { wager, shown, isSpinning, isLocked } = slots;
  const { currency } = rounds;
  const [pointed, setPointed] = useState<number | null>(null);
  // Where a return of at most the stake must not look like a win, nothing lights up for it.
  const isWin = shown !== null && isCelebrated(shown, profile);
  const wins = useMemo(
    () => (isWin && shown && shown.outcome.lines.length > 0 ? shown.outcome.lines : null),
    [shown, isWin],
  );
  const tour = useWinTour(wins, still);
  const lit = useMemo(() => {
    if (tour.length > 0) return litCells(tour);
    return shown?.outcome.jackpotMinor === undefined ? null : litCells(winsOf(shown.outcome));
  }, [tour, shown]);
  const winning = useMemo(() => new Set(tour.map(({ line }) => line)), [tour]);
  const numbers = {
    lines: wager.lines,
    most: largestLines(slots.mostMinor),
    winning,
    disabled: isLocked,
    onPick: slots.setLines,
    onPoint: setPointed,
  };
  return (
    <div className="m-auto flex w-full flex-col items-center gap-3 px-2 py-3">
      <JackpotMeter currency={currency} />
      <div className="flex w-full items-stretch justify-center gap-2">
        <LineNumbers edge="left" {...numbers} />
        <div data-scene className="slot-width">
          <Reels first={firstGrid} lit={lit} ref={reels}>
            {shown && <WinLines wins={tour} currency={shown.currency} still={still} />}
            {pointed !== null && !isLocked && <ShownLines lines={[pointed]} />}
          </Reels>
        </div>
        <LineNumbers edge="right" {...numbers} />
      </div>
      {shown && <GridText grid={shown.outcome.grid} />}
      <ResultStrip round={shown} isWin={isWin} tour={tour} isSpinning={isSpinning} />
      <Segments
        bare
        label={i18n._({ id: 'slots.speed', message: 'Reel speed' })}
        value={slots.speed}
        options={slots.speeds.map((id) => ({ id, label: speedName(id) }))}
        onChange={slots.setSpeed}
      />
      {shown && (
        <JackpotScene key={shown.id} amountMinor={shown.outcome.jackpotMinor ?? null} currency={shown.currency} />
      )}
    </div>
  );
}

function AutoButton({ left, onPress }: { left: number | null; onPress: () => void }) {
  return (
    <Button look="secondary" className="h-14 rounded-full" onClick={onPress}>
      <Icon of={left === null ? Repeat : Square} />
      {left === null
        ? i18n._({ id: 'slots.auto', message: 'Auto-spin' })
        : i18n._({ id: 'slots.auto.stop', message: 'Stop ({left} left)', values: { left } })}
    </Button>
  );
}

/** The symbols that stopped, for screen readers. */
function GridText({ grid }: { grid: Grid }) {
  return (
    <ul className="sr-only">
      {grid.map((symbols, reel) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reel is its place.
        <li key={reel}>{reelText(reel, symbols)}</li>
      ))}
    </ul>
  );
}

function features(): string[] {
  return [
    i18n._({ id: 'slots.feature.lines', message: '5 reels, 3 rows, 1 to 9 paylines' }),
    i18n._({ id: 'slots.feature.wild', message: 'Wild stars substitute for every symbol' }),
    i18n._({ id: 'slots.feature.jackpot', message: 'Progressive jackpot at any stake' }),
  ];
}

function howToPlayText(): string {
  return i18n._({
    id: 'slots.howTo',
    message:
      'Choose your lines and the bet per line, then spin. Three or more matching symbols on a payline, from the leftmost reel, win. Rules and RTP shows what each symbol pays.',
  });
}
