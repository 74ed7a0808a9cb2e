/** The screen of Prize Lottery: the board, the drum with its tray, the tickets, the prizes. */
import type { GameDetail } from '@fairline/proto/casino/games';
import { lotteryStakes } from '@fairline/proto/games/lottery';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { Dices, LoaderCircle } from 'lucide-react';
import { Money, moneyText } from '../../../domain/money/money.tsx';
import { countText } from '../../../figures.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segments } from '../../../ui/controls/segments.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { BallSheet } from '../drum/ball.tsx';
import { Drum } from '../drum/drum.tsx';
import { useReducedMotion } from '../stage/motion.ts';
import { useProfile } from '../stage/profile.ts';
import { GameStage } from '../stage/stage.tsx';
import { type Rounds, useRounds } from '../stage/use-rounds.ts';
import { isCelebrated } from '../stage/win-notice.tsx';
import { Board } from './board.tsx';
import './lottery.css';
import { Tray } from '../drum/tray.tsx';
import { howTicketsWin, resultText } from './lottery-labels.ts';
import { PrizeDialog } from './prize-dialog.tsx';
import { LotteryRules, PrizeShelf } from './prizes.tsx';
import { type LotteryStake, totalMinor } from './ticket-list.ts';
import { DecidedTickets, TicketList } from './tickets.tsx';
import { type LotteryStats, useLottery } from './use-lottery.ts';

type Lottery = ReturnType<typeof useLottery>;

export function LotteryScreen({ game }: { game: GameDetail }) {
  const rounds = useRounds('prize-lottery');
  const profile = useProfile();
  const still = useReducedMotion();
  const lottery = useLottery({ game, rounds, profile, still });
  const currency = rounds.currency ?? 'USD';
  return (
    <GameStage
      game={game}
      rounds={rounds}
      stakeMinor={totalMinor(lottery.tickets)}
      stake={
        <Segments
          label={i18n._({ id: 'lottery.stake', message: 'Stake per ticket' })}
          value={String(lottery.stakeMinor)}
          options={lotteryStakes.map((option) => ({ id: String(option), label: countText(option / 100) }))}
          onChange={(next) => lottery.setStake(Number(next) as LotteryStake)}
          disabled={lottery.isDrawing}
        />
      }
      action={<DrawButton lottery={lottery} currency={rounds.currency} />}
      rules={<LotteryRules key={lottery.stakeMinor} game={game} stakeMinor={lottery.stakeMinor} currency={currency} />}
      features={features()}
      howToPlay={<p>{howTicketsWin()}</p>}
      onReset={lottery.resetStats}
    >
      <BallSheet />
      <div className="m-auto grid w-full max-w-page items-start gap-x-8 gap-y-5 p-4 md:grid-cols-2 xl:grid-cols-[23rem_1fr_24rem]">
        <div data-scene className="flex min-w-0 flex-col items-center gap-3 max-md:order-2 xl:order-2">
          <div className="w-44 max-w-[max(7rem,100cqb-5rem)] md:w-64 xl:w-80">
            <Drum blows={lottery.isDrawing && !still} drawn={lottery.drawn ?? []} />
          </div>
          <Tray drawn={lottery.drawn ?? []} still={still} />
          <ResultLine lottery={lottery} />
        </div>
        <Picker lottery={lottery} />
        <Tickets lottery={lottery} rounds={rounds} />
        <div className="order-last min-w-0 md:col-span-2 xl:col-span-3">
          <PrizeShelf stakeMinor={lottery.stakeMinor} currency={currency} />
        </div>
      </div>
      {lottery.shown && <PrizeDialog round={lottery.shown} open={lottery.isClaiming} onClaim={lottery.claim} />}
    </GameStage>
  );
}

function DrawButton({ lottery, currency }: { lottery: Lottery; currency: PlayCurrencyCode | undefined }) {
  const { tickets, isDrawing, canSkip, why } = lottery;
  const blocked = why !== null || (isDrawing && !canSkip);
  const amount = currency ? moneyText(totalMinor(tickets), currency) : '';
  return (
    <button
      type="button"
      aria-disabled={blocked || undefined}
      title={why ?? undefined}
      onClick={() => !blocked && lottery.press()}
      className={cx(
        'inline-flex h-14 min-w-44 grow items-center justify-center gap-2 rounded-full px-6 text-16 font-strong transition-colors select-none sm:grow-0',
        blocked ? 'border border-line bg-raised text-ink-soft' : 'bg-game text-game-ink hover:bg-game-press',
      )}
    >
      {isDrawing && canSkip && i18n._({ id: 'lottery.skip', message: 'Show result' })}
      {isDrawing && !canSkip && (
        <>
          <Icon of={LoaderCircle} className="animate-spin" />
          {i18n._({ id: 'lottery.drawing', message: 'Drawing…' })}
        </>
      )}
      {!isDrawing && (
        <span className="figures whitespace-nowrap">
          {tickets.length === 0
            ? i18n._({ id: 'lottery.draw', message: 'Draw' })
            : i18n._({
                id: 'lottery.drawTickets',
                message: '{count, plural, one {Draw # ticket} other {Draw # tickets}} · {amount}',
                values: { count: tickets.length, amount },
              })}
        </span>
      )}
    </button>
  );
}

function ResultLine({ lottery: { shown, isDrawing } }: { lottery: Lottery }) {
  const profile = useProfile();
  const isWin = shown !== null && isCelebrated(shown, profile);
  return (
    <p className={cx('min-h-7 text-center text-16', isWin ? 'display text-20 text-game' : 'text-ink-soft')}>
      {isDrawing ? i18n._({ id: 'slots.goodLuck', message: 'Good luck' }) : shown && resultText(shown, isWin)}
    </p>
  );
}

function Picker({ lottery }: { lottery: Lottery }) {
  const { picked, isDrawing, stakeMinor } = lottery;
  return (
    <section className="flex min-w-0 flex-col gap-3 max-md:order-1 xl:order-1">
      <Board picked={picked} disabled={isDrawing} onToggle={lottery.toggle} />
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" onClick={lottery.pickQuickly}>
          <Icon of={Dices} />
          {i18n._({ id: 'lottery.quick', message: 'Quick pick' })}
        </Button>
        <Button look="quiet" onClick={lottery.clear}>
          {i18n._({ id: 'lottery.clear', message: 'Clear' })}
        </Button>
        <Button look="secondary" className="grow" onClick={lottery.add}>
          {i18n._({ id: 'lottery.add', message: 'Add {stake} ticket', values: { stake: countText(stakeMinor / 100) } })}
        </Button>
      </div>
    </section>
  );
}

function Tickets({ lottery, rounds }: { lottery: Lottery; rounds: Rounds<'prize-lottery'> }) {
  const { tickets, shown, isDrawing, drawn, stats } = lottery;
  const currency = rounds.currency ?? 'USD';
  return (
    <section className="flex min-w-0 flex-col gap-3 max-md:order-3 md:col-span-2 xl:order-3 xl:col-span-1">
      <header className="flex min-h-9 items-center justify-between gap-2">
        <h2 className="text-14 font-strong">
          {i18n._({
            id: 'lottery.tickets',
            message: '{count, plural, =0 {Tickets} one {# ticket} other {# tickets}}',
            values: { count: tickets.length },
          })}
        </h2>
        {shown && (
          <Button look="secondary" size="small" onClick={lottery.again}>
            {i18n._({ id: 'lottery.again', message: 'Same tickets again' })}
          </Button>
        )}
      </header>
      {shown ? (
        <DecidedTickets outcome={shown.outcome} currency={shown.currency} />
      ) : (
        <TicketList tickets={tickets} currency={currency} drawn={isDrawing ? drawn : null} onRemove={lottery.remove} />
      )}
      <Stats stats={stats} currency={currency} />
    </section>
  );
}

function Stats({ stats, currency }: { stats: LotteryStats; currency: PlayCurrencyCode }) {
  const rows = [
    [i18n._({ id: 'lottery.stats.tickets', message: 'Tickets bought' }), countText(stats.tickets)],
    [
      i18n._({ id: 'lottery.stats.staked', message: 'Staked' }),
      <Money key="staked" minor={stats.stakedMinor} currency={currency} />,
    ],
    [i18n._({ id: 'lottery.stats.prizes', message: 'Prizes won' }), countText(stats.prizes)],
    [
      i18n._({ id: 'lottery.stats.biggest', message: 'Biggest win' }),
      <Money key="biggest" minor={stats.biggestMinor} currency={currency} />,
    ],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-4 py-3 text-13">
      {rows.map(([name, value]) => (
        <div key={name} className="flex flex-col">
          <dt className="text-12 text-ink-soft">{name}</dt>
          <dd className="figures font-strong">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function features(): string[] {
  return [
    i18n._({ id: 'lottery.feature.tickets', message: 'Up to 20 tickets per draw' }),
    i18n._({ id: 'lottery.feature.prizes', message: 'Seven prizes, paid in cash' }),
    i18n._({ id: 'lottery.feature.tiers', message: 'Higher stakes unlock bigger prizes' }),
  ];
}
