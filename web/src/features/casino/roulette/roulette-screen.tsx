/** Premium Roulette: chips on the table, one press spins; the wheel shows the pocket that the server drew, and the money follows. */
import type { GameDetail } from '@fairline/proto/casino/games';
import type { RoundOf } from '@fairline/proto/casino/rounds';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { roundsQuery } from '../../../domain/casino/queries.ts';
import { moneyText } from '../../../domain/money/money.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { type Bets, betsOn } from '../chips/bets.ts';
import { ChipActions } from '../chips/chip-actions.tsx';
import { ChipRail } from '../chips/chip-rail.tsx';
import { ChipTable } from '../chips/chip-table.tsx';
import { smallChips } from '../chips/stack.ts';
import { useBets } from '../chips/use-bets.ts';
import { useGameKeys } from '../stage/keys.ts';
import { useReducedMotion } from '../stage/motion.ts';
import { useProfile } from '../stage/profile.ts';
import { playSound } from '../stage/sound.ts';
import { GameStage } from '../stage/stage.tsx';
import { type Rounds, useRounds } from '../stage/use-rounds.ts';
import { isCelebrated, noticeWin, type WinStep } from '../stage/win-notice.tsx';
import { colourName, LastResults, PocketDisc, Trends } from './results.tsx';
import { RouletteHowToPlay, RouletteRules, rouletteFeatures } from './rules.tsx';
import { RouletteTable, spotText } from './table.tsx';
import { spotOf, spotOfBet, type TableSpot } from './table-spots.ts';
import { wheelHistory } from './trends.ts';
import { Wheel, type WheelHandle } from './wheel.tsx';

type RouletteRound = RoundOf<'premium-roulette'>;

const winSteps: readonly WinStep[] = [
  { atLeast: 5, size: 'big', showMs: 6_000 },
  { atLeast: 20, size: 'mega', showMs: 8_000 },
];
/** How long the result covers the wheel. */
const overlayMs = 4_000;

export function RouletteScreen({ game }: { game: GameDetail }) {
  const rounds = useRounds('premium-roulette');
  const spinning = useSpin(rounds);
  const [chosenMinor, setChosenMinor] = useState<number>(smallChips[1] ?? game.minMinor);
  const [looked, setLooked] = useState<TableSpot | null>(null);
  const bets = useRouletteBets(game, rounds);
  const { result, dismiss } = spinning;
  const pockets = useLastPockets(spinning.pockets);
  const isLocked =
    rounds.phase === 'sending' || rounds.phase === 'undecided' || (rounds.phase === 'showing' && !result);
  const [lastBets, setLastBets] = useState<Bets | null>(null);

  const spin = async () => {
    if (isLocked && !spinning.canSkip) return;
    if (spinning.canSkip) return spinning.skip();
    if (bets.totalMinor === 0)
      return rounds.refuse(i18n._({ id: 'roulette.noBets', message: 'Please place at least one bet!' }));
    if (bets.totalMinor < game.minMinor) return rounds.refuse(limitText(game, rounds));
    if (rounds.balanceMinor !== undefined && bets.totalMinor > rounds.balanceMinor)
      return rounds.refuse(i18n._({ id: 'roulette.balanceAll', message: 'Insufficient balance for all bets!' }));
    const wager = { bets: betsOn(bets.bets).map(({ spot, minor }) => ({ ...spotOf(spot).bet, amountMinor: minor })) };
    const placed = bets.bets;
    const played = await spinning.spin(wager);
    if (!played) return;
    setLastBets(placed);
    bets.clear();
  };
  const rebet = () => {
    dismiss();
    if (lastBets) bets.replace(lastBets);
  };
  const place = (spot: string, minor: number) => {
    if (result) dismiss();
    rounds.refuse(null);
    bets.place(spot, minor);
    playSound('chip');
  };
  const pressSpin = () => void spin();
  useGameKeys({ Enter: pressSpin, ' ': pressSpin, z: bets.undo, d: bets.double, r: rebet, c: bets.clear });

  const shown = result ? betsOf(result) : bets.bets;
  return (
    <ChipTable
      chosenMinor={chosenMinor}
      onChoose={setChosenMinor}
      isLocked={isLocked}
      onPlace={place}
      onTake={bets.take}
    >
      <GameStage
        game={game}
        rounds={rounds}
        stakeMinor={bets.totalMinor}
        stake={
          <>
            <ChipRail values={smallChips} currency={rounds.currency ?? 'USD'} />
            <ChipActions
              canUndo={bets.canUndo}
              hasBets={bets.totalMinor > 0}
              canRebet={lastBets !== null}
              isLocked={isLocked}
              onUndo={bets.undo}
              onClear={bets.clear}
              onDouble={bets.double}
              onRebet={rebet}
            />
          </>
        }
        action={
          <SpinButton
            rounds={rounds}
            game={game}
            totalMinor={bets.totalMinor}
            canSkip={spinning.canSkip}
            isLocked={isLocked}
            onPress={pressSpin}
          />
        }
        rules={
          <>
            <Trends pockets={pockets} />
            <RouletteRules game={game} />
          </>
        }
        features={rouletteFeatures()}
        howToPlay={<RouletteHowToPlay />}
      >
        <div className="felt flex grow flex-col justify-center">
          <div className="mx-auto grid w-full max-w-page items-center gap-4 p-3 sm:p-5 lg:grid-cols-[minmax(16rem,26rem)_minmax(0,1fr)] lg:gap-8">
            <div className="flex flex-col items-center gap-3">
              <div data-scene className="roulette-wheel">
                <Wheel handle={spinning.wheel} still={spinning.still} pocket={spinning.firstPocket} />
                {result && <ResultOverlay key={result.id} round={result} />}
              </div>
              <LastResults pockets={pockets} />
            </div>
            <div className="roulette-bed mx-auto w-full max-w-content">
              <RouletteTable
                bets={shown}
                currency={rounds.currency ?? 'USD'}
                pocket={result?.outcome.pocket}
                onLook={setLooked}
              />
              <p className="mt-2 min-h-5 text-13" aria-hidden>
                {looked ? spotText(looked) : limitsLine(game, rounds)}
              </p>
            </div>
          </div>
        </div>
        <p role="status" aria-live="polite" className="sr-only">
          {result && resultText(result)}
        </p>
      </GameStage>
    </ChipTable>
  );
}

const betsOf = ({ wager }: RouletteRound): Bets =>
  Object.fromEntries(wager.bets.map((bet) => [spotOfBet(bet), bet.amountMinor]));

function limitsLine(game: GameDetail, { currency = 'USD' }: Rounds<'premium-roulette'>): string {
  const values = { min: moneyText(game.minMinor, currency), max: moneyText(game.maxMinor, currency) };
  return i18n._({ id: 'roulette.limits', message: 'Table limits: {min} to {max} per round.', values });
}
const limitText = limitsLine;

function resultText({ outcome, payoutMinor, wagerMinor, currency }: RouletteRound): string {
  const values = {
    pocket: outcome.pocket,
    colour: colourName(outcome.pocket),
    amount: moneyText(payoutMinor, currency),
    staked: moneyText(wagerMinor, currency),
  };
  return payoutMinor > 0
    ? i18n._({ id: 'roulette.won', message: '{pocket} {colour}. Returned {amount} of {staked} staked.', values })
    : i18n._({ id: 'roulette.lost', message: '{pocket} {colour}. No winning bet; {staked} staked.', values });
}

/** The chips on the table, within the limits of the game and the balance. */
function useRouletteBets(game: GameDetail, rounds: Rounds<'premium-roulette'>) {
  return useBets({
    guard: (next) => {
      const total = Object.values(next).reduce<number>((sum, minor) => sum + (minor ?? 0), 0);
      if (total > game.maxMinor) return limitText(game, rounds);
      if (rounds.balanceMinor !== undefined && total > rounds.balanceMinor)
        return i18n._({ id: 'roulette.balance', message: 'Insufficient balance!' });
      return null;
    },
    onRefused: (why) => rounds.refuse(why),
  });
}

/** One spin: the ball starts with the press and falls once the server has drawn. */
function useSpin(rounds: Rounds<'premium-roulette'>) {
  const wheel = useRef<WheelHandle>(null);
  const still = useReducedMotion();
  const profile = useProfile();
  const [result, setResult] = useState<RouletteRound | null>(null);
  const [falling, setFalling] = useState(false);
  const [pockets, setPockets] = useState<number[]>([]);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const firstPocket = useRef(rounds.round?.outcome.pocket);

  const spin = async (wager: RouletteRound['wager']) => {
    setResult(null);
    wheel.current?.launch();
    const round = await rounds.play(wager);
    if (gone.current) return null;
    if (!round) {
      wheel.current?.clear();
      return null;
    }
    setFalling(true);
    await wheel.current?.land(round.outcome.pocket);
    if (gone.current) return null;
    setFalling(false);
    setResult(round);
    setPockets((before) => [round.outcome.pocket, ...before]);
    if (isCelebrated(round, profile)) playSound('win');
    noticeWin(round, winSteps);
    rounds.reveal();
    return round;
  };
  return {
    wheel,
    still,
    result,
    pockets,
    firstPocket: firstPocket.current,
    /** A press while the ball falls skips the fall, if the jurisdiction allows it. */
    canSkip: falling && profile.turbo,
    skip: () => wheel.current?.finish(),
    dismiss: () => setResult(null),
    spin,
  };
}

/** The pockets of the player's rounds, newest first: those of this visit, then those from the history. */
function useLastPockets(fresh: readonly number[]): number[] {
  const query = useInfiniteQuery({
    ...roundsQuery({ game: 'premium-roulette' }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  // Rounds of this visit are kept apart: a later refetch of the history would count them twice.
  const first = useRef<number[] | null>(null);
  const data = query.data;
  if (!first.current && data && fresh.length === 0) {
    first.current = data.pages
      .flatMap(({ items }) => items)
      .flatMap(({ outcome, status }) => (status === 'settled' && 'pocket' in outcome ? [outcome.pocket] : []));
  }
  const before = first.current;
  return useMemo(() => [...fresh, ...(before ?? [])].slice(0, 5 * wheelHistory), [fresh, before]);
}

interface SpinButtonProps {
  rounds: Rounds<'premium-roulette'>;
  game: GameDetail;
  totalMinor: number;
  canSkip: boolean;
  isLocked: boolean;
  onPress: () => void;
}

function SpinButton({ rounds, game, totalMinor, canSkip, isLocked, onPress }: SpinButtonProps) {
  const why = game.active ? undefined : i18n._({ id: 'roulette.paused', message: 'This game is paused' });
  const amount = totalMinor > 0 && rounds.currency ? moneyText(totalMinor, rounds.currency) : null;
  let text = amount
    ? i18n._({ id: 'roulette.spinFor', message: 'Spin {amount}', values: { amount } })
    : i18n._({ id: 'roulette.spin', message: 'Spin' });
  if (canSkip) text = i18n._({ id: 'roulette.skip', message: 'Show result' });
  return (
    <Button
      look="primary"
      busy={isLocked && !canSkip}
      {...(why && { why })}
      onClick={onPress}
      className="min-w-40 max-sm:w-full"
    >
      {text}
    </Button>
  );
}

/** The pocket and the return of the round, over the wheel for a moment. */
function ResultOverlay({ round }: { round: RouletteRound }) {
  const [gone, setGone] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setGone(true), overlayMs);
    return () => clearTimeout(timer);
  }, []);
  if (gone) return null;
  const { outcome, payoutMinor, currency } = round;
  return (
    <div aria-hidden className="enter-notice pointer-events-none absolute inset-0 grid place-items-center">
      <div className="flex flex-col items-center gap-1">
        <PocketDisc pocket={outcome.pocket} large />
        {payoutMinor > 0 && (
          <span className="figures rounded-full bg-veil px-3 text-16 font-strong text-ink">
            {moneyText(payoutMinor, currency)}
          </span>
        )}
      </div>
    </div>
  );
}
