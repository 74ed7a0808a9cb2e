/** The tickets of a draw: before it with their stake and a remove button, during and after it with their matches and prizes. */
import type { LotteryOutcome } from '@fairline/proto/games/lottery';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { Ticket as TicketIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Money } from '../../../domain/money/money.tsx';
import { EmptyState } from '../../../ui/content/states.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { Ball } from '../drum/ball.tsx';
import { matchesText, prizeName } from './lottery-labels.ts';
import { PrizeArt } from './prize-art.tsx';
import type { Ticket } from './ticket-list.ts';

interface TicketListProps {
  tickets: readonly Ticket[];
  currency: PlayCurrencyCode;
  /** Numbers drawn so far; null before the draw. */
  drawn: readonly number[] | null;
  onRemove: (key: number) => void;
}

export function TicketList({ tickets, currency, drawn, onRemove }: TicketListProps) {
  if (tickets.length === 0) {
    return (
      <EmptyState
        title={i18n._({ id: 'lottery.none', message: 'No tickets yet' })}
        art={<Icon of={TicketIcon} size={20} />}
      >
        {i18n._({ id: 'lottery.none.help', message: 'Pick six numbers or take a quick pick, then add the ticket.' })}
      </EmptyState>
    );
  }
  return (
    <ul className="flex flex-col gap-2">
      {tickets.map(({ key, numbers, stakeMinor }, index) => (
        <TicketRow
          key={key}
          numbers={numbers}
          drawn={drawn}
          aside={
            <>
              <Money minor={stakeMinor} currency={currency} className="text-13 text-ink-soft" />
              {drawn === null && (
                <IconButton
                  label={i18n._({
                    id: 'lottery.remove',
                    message: 'Remove ticket {place}',
                    values: { place: index + 1 },
                  })}
                  onClick={() => onRemove(key)}
                >
                  <Icon of={X} />
                </IconButton>
              )}
            </>
          }
        />
      ))}
    </ul>
  );
}

/** After the draw: as the server decided each ticket. */
export function DecidedTickets({ outcome, currency }: { outcome: LotteryOutcome; currency: PlayCurrencyCode }) {
  return (
    <ul className="flex flex-col gap-2">
      {outcome.tickets.map(({ numbers, stakeMinor, matches, prize, payoutMinor }, index) => (
        <TicketRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a ticket of a round is its place.
          key={index}
          numbers={numbers.toSorted((one, other) => one - other)}
          drawn={outcome.drawn}
          won={prize !== undefined}
          aside={
            prize ? (
              <>
                <span className="flex flex-col text-right text-12">
                  <span className="text-ink-soft">{prizeName(prize)}</span>
                  <Money minor={payoutMinor} currency={currency} className="text-14 font-strong text-game" />
                </span>
                <PrizeArt prize={prize} className="size-10" />
              </>
            ) : (
              <span className="flex flex-col text-right text-12 text-ink-soft">
                <span>{matchesText(matches)}</span>
                <Money minor={stakeMinor} currency={currency} />
              </span>
            )
          }
        />
      ))}
    </ul>
  );
}

function TicketRow({
  numbers,
  drawn,
  won = false,
  aside,
}: {
  numbers: readonly number[];
  drawn: readonly number[] | null;
  won?: boolean;
  aside: ReactNode;
}) {
  return (
    <li
      className={cx(
        'lottery-ticket flex min-h-14 items-center justify-between gap-2 px-4 py-2',
        won && 'lottery-ticket-won',
      )}
    >
      <span className="flex min-w-0 flex-wrap gap-1">
        {numbers.map((number) => {
          const isMatch = drawn?.includes(number) ?? false;
          return (
            <span key={number} className="relative">
              {drawn === null || isMatch ? (
                <>
                  <span className="sr-only">{number}</span>
                  <Ball
                    number={number}
                    className={cx(
                      'size-8',
                      isMatch && 'lottery-pop rounded-full outline-2 outline-offset-1 outline-game',
                    )}
                  />
                </>
              ) : (
                <span className="figures flex size-8 items-center justify-center rounded-full border border-control text-12 text-ink-soft">
                  {number}
                </span>
              )}
              {isMatch && <span className="sr-only">{i18n._({ id: 'lottery.match', message: 'match' })}</span>}
            </span>
          );
        })}
      </span>
      <span className="flex shrink-0 items-center gap-2">{aside}</span>
    </li>
  );
}
