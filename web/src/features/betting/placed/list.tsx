/**
 * The bets just placed, on the slip they were placed from: being placed, accepted, or not placed, then with the reason
 * and a button for the same bet at the current odds.
 */
import type { Bet } from '@fairline/proto/betting/bets';
import { linesOddsMilli, systemOf } from '@fairline/proto/betting/systems';
import { i18n } from '@lingui/core';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { Check, LoaderCircle, X } from 'lucide-react';
import { useContext, useEffect } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { playerSession } from '../../../client/session/session.ts';
import { useSession } from '../../../client/session/use-session.ts';
import { betText, betTypeName } from '../../../domain/betting/bet-labels.ts';
import { betQuery } from '../../../domain/betting/bets.ts';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { Odds, OddsFormatContext } from '../../../domain/betting/odds.tsx';
import { rejectionText } from '../../../domain/betting/rejection-labels.ts';
import { playerLive } from '../../../domain/live/cache.ts';
import { useLiveFixtures, useStaleFixtures } from '../../../domain/live/use-live.ts';
import { Money } from '../../../domain/money/money.tsx';
import { oddsText } from '../../../figures.ts';
import { useStore } from '../../../store.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { selectionState } from '../offer/price.ts';
import { fixtureQuery } from '../offer/queries.ts';
import { policyStore } from '../preferences.ts';
import { bodyAgain, placeAgain } from './place-again.ts';
import { type PlacedBet, placedActions, placedStore, showPlaced } from './placed.ts';

/** Longest delay after a lost stream message. */
const pendingMs = 2_000;

interface Props {
  /** Puts the selections of a bet back on the slip. */
  onAddBack: (bet: Bet) => void;
  /** The player dismissed the list. */
  onDone: () => void;
}

export function PlacedBets({ onAddBack, onDone }: Props) {
  const playerId = useSession(playerSession).who?.id;
  const own = useStore(placedStore).filter((placed) => placed.playerId === playerId);
  const bets = useQueries({ queries: own.map(({ betId }) => betQuery(betId)) }).map(({ data }) => data);
  useEffect(showPlaced, []);
  if (own.length === 0) return null;
  const open = bets.filter((bet) => bet === undefined || bet.status === 'pending').length;
  const refused = bets.filter((bet) => bet?.status === 'rejected').length;
  return (
    <div className="shrink-0 border-b border-line">
      <div className="flex items-center justify-between gap-2 pt-2 pr-2 pl-4">
        <h3 className="text-13 font-strong">{headText(own.length, open, refused)}</h3>
        {open === 0 && (
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              for (const { betId } of own) placedActions.drop(betId);
              onDone();
            }}
          >
            {i18n._({ id: 'placed.done', message: 'Done' })}
          </Button>
        )}
      </div>
      <ul>
        {own.map((placed) => (
          <PlacedBetView key={placed.betId} placed={placed} onAddBack={onAddBack} />
        ))}
      </ul>
    </div>
  );
}

function headText(count: number, open: number, refused: number): string {
  const values = { count };
  if (open > 0)
    return i18n._({
      id: 'placed.open',
      message: '{count, plural, one {Placing your bet} other {Placing # bets}}',
      values: { count: open },
    });
  if (refused === 0)
    return i18n._({ id: 'slip.placed', message: '{count, plural, one {Bet placed} other {# bets placed}}', values });
  if (refused === count)
    return i18n._({
      id: 'placed.refused',
      message: '{count, plural, one {Bet not placed} other {# bets not placed}}',
      values,
    });
  return i18n._({
    id: 'placed.some',
    message: '{placed} of {count} bets placed',
    values: { placed: count - refused, count },
  });
}

function PlacedBetView({ placed, onAddBack }: { placed: PlacedBet; onAddBack: (bet: Bet) => void }) {
  const { data: bet, isError } = useQuery({
    ...betQuery(placed.betId),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? pendingMs : false),
  });
  const [leg] = bet?.legs ?? [];
  const addBack = (again: Bet) => {
    onAddBack(again);
    placedActions.drop(again.id);
  };
  return (
    <li className="flex flex-col gap-1 px-4 py-2">
      {bet && leg && (
        <>
          <div className="flex items-baseline gap-2">
            <Link
              to={`/bets/${bet.id}`}
              className="min-w-0 grow truncate text-14 font-strong underline-offset-4 hover:underline"
            >
              {bet.legs.length === 1 ? betText(bet) : betTypeName(bet)}
            </Link>
            <Odds milli={bet.oddsMilli} className="text-14 font-strong" />
          </div>
          <p className="flex gap-2 text-12 text-ink-soft">
            <span className="min-w-0 grow truncate">
              {bet.legs.length === 1 ? `${feedText(leg.market)} · ${leg.fixture}` : betText(bet)}
            </span>
            <Money minor={bet.stakeMinor} currency={bet.currency} />
          </p>
        </>
      )}
      {bet?.status === 'rejected' ? (
        <RejectedBet placed={placed} bet={bet} onAddBack={() => addBack(bet)} />
      ) : (
        <p
          className={cx(
            'flex items-center gap-1 text-12',
            bet && bet.status !== 'pending' ? 'text-act' : 'text-ink-soft',
          )}
        >
          {bet && bet.status !== 'pending' ? (
            <>
              <Icon of={Check} />
              {i18n._({ id: 'bet.accepted', message: 'Accepted' })}
              {bet.status === 'accepted' && (
                <Button look="quiet" size="small" className="-my-2 -mr-3 ml-auto text-ink" onClick={() => addBack(bet)}>
                  {i18n._({ id: 'placed.reuse', message: 'Bet again' })}
                </Button>
              )}
            </>
          ) : isError && !bet ? (
            i18n._({ id: 'placed.unread', message: 'This bet could not be loaded. You can find it under Bets.' })
          ) : (
            <>
              <Icon of={LoaderCircle} className="animate-spin" />
              {i18n._({ id: 'placed.placing', message: 'Placing…' })}
            </>
          )}
        </p>
      )}
    </li>
  );
}

/** The current state of a bet's selections; stale ones are not offered. */
function useSelectionStates(bet: Bet) {
  const ids = [...new Set(bet.legs.map(({ fixtureId }) => fixtureId))];
  const fixtures = useQueries({ queries: ids.map(fixtureQuery) });
  useLiveFixtures(playerLive, ids, true);
  const stale = useStaleFixtures(playerLive, ids);
  return bet.legs.map((leg) => {
    const read = fixtures[ids.indexOf(leg.fixtureId)];
    const selection = selectionState(leg, read?.data, { whole: !read?.isPlaceholderData });
    return {
      leg,
      ...(stale.has(leg.fixtureId) && selection.status === 'open'
        ? { ...selection, status: 'unknown' as const }
        : selection),
    };
  });
}

function RejectedBet({ placed, bet, onAddBack }: { placed: PlacedBet; bet: Bet; onAddBack: () => void }) {
  const format = useContext(OddsFormatContext);
  const policy = useStore(policyStore);
  const selections = useSelectionStates(bet);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const now = new Map(
        selections.flatMap(({ leg, oddsMilli }) => (oddsMilli === null ? [] : [[leg.selectionId, oddsMilli] as const])),
      );
      const fixtureIds = bet.legs.map(({ fixtureId }) => fixtureId);
      return placeAgain(placed, bodyAgain(placed, now, policy), fixtureIds);
    },
  });
  const blocked = selections.find(({ status }) => status !== 'open');
  const asked = placed.again?.body.legs.map(({ oddsMilli }) => oddsMilli);
  const odds = oddsText(
    combinedMilli(bet, asked ?? selections.map(({ leg, oddsMilli }) => oddsMilli ?? leg.oddsMilli)),
    format,
  );
  const gone = selections.every(({ status }) => status === 'closed');
  return (
    <>
      <p className="text-12 text-down">{rejectionText(bet, (milli) => oddsText(milli, format))}</p>
      {error !== null && <p className="text-12 text-down">{errorText(error)}</p>}
      {placed.again && !isPending && (
        <p className="text-12 text-live">
          {i18n._({ id: 'slip.unanswered', message: 'No reply yet. Trying again never places a second bet.' })}
        </p>
      )}
      {blocked && !placed.again && <p className="text-12 text-ink-soft">{unavailableText(blocked)}</p>}
      <div className="flex items-center gap-2">
        {!blocked || placed.again ? (
          <Button size="small" busy={isPending} onClick={() => mutate()} data-no-heir>
            {i18n._({ id: 'placed.again', message: 'Bet at {odds}', values: { odds } })}
          </Button>
        ) : (
          !gone && (
            <Button look="secondary" size="small" onClick={onAddBack}>
              {i18n._({ id: 'placed.addBack', message: 'Add back to slip' })}
            </Button>
          )
        )}
        {!placed.again && (
          <IconButton
            label={i18n._({ id: 'placed.drop', message: 'Dismiss {bet}', values: { bet: betText(bet) } })}
            onClick={() => placedActions.drop(bet.id)}
            className="ml-auto"
          >
            <Icon of={X} />
          </IconButton>
        )}
      </div>
    </>
  );
}

/** Total odds of the bet at these prices. */
function combinedMilli({ system, legs }: Bet, oddsMilli: readonly number[]): number {
  const sizes = (system === undefined ? null : systemOf(system, legs.length)?.sizes) ?? [legs.length];
  return linesOddsMilli(oddsMilli, sizes);
}

function unavailableText({ leg, status }: ReturnType<typeof useSelectionStates>[number]): string {
  const selection = feedText(leg.selection);
  if (status === 'closed')
    return i18n._({ id: 'placed.gone', message: '{selection} is no longer available.', values: { selection } });
  if (status === 'unknown')
    return i18n._({ id: 'placed.unknown', message: 'Waiting for odds on {selection}.', values: { selection } });
  return i18n._({
    id: 'placed.suspended',
    message: '{selection} is suspended. No odds right now.',
    values: { selection },
  });
}
