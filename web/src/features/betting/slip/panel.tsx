/**
 * The bet slip: its selections as single bets, as one accumulator or as a system. The button names the amount, with any problem under it. Nothing is shown as
 * placed before the server confirms it.
 */
import type { CurrencyCode } from '@fairline/proto/money';
import type { OddsFormat } from '@fairline/proto/odds';
import type { FreeBet } from '@fairline/proto/wallet/grants';
import { i18n } from '@lingui/core';
import { Ticket } from 'lucide-react';
import { lazy, Suspense, useContext, useEffect, useRef, useState } from 'react';
import { playerHere } from '../../../client/session/session.ts';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { OddsFormatContext } from '../../../domain/betting/odds.tsx';
import { readAfterRefusal } from '../../../domain/safe-play/queries.ts';
import { oddsText } from '../../../figures.ts';
import { useStore } from '../../../store.ts';
import { Segments } from '../../../ui/controls/segments.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { LiveRegion } from '../../../ui/notices/announce.tsx';
import { placedStore } from '../placed/placed.ts';
import { policyStore, startingStakes } from '../preferences.ts';
import { type Announced, announcedAfter, newsOf } from './announcements.ts';
import { ClearSlip } from './clear.tsx';
import { SlipFoot } from './foot.tsx';
import { obstacleText, SlipLineView } from './line.tsx';
import { wholeBetOf } from './multiple.ts';
import { place, placeWhole, placing, usePlacing } from './place.ts';
import { betOf } from './single.ts';
import { type Slip, type SlipMode, slipModes } from './slip.ts';
import { slipActions, slipStore } from './store.ts';
import { type SlipLine, type SlipView, useSlip } from './use-slip.ts';

/** Loaded with the first placed bet. */
const PlacedBets = lazy(async () => ({ default: (await import('../placed/list.tsx')).PlacedBets }));

interface SlipPanelProps {
  currency: CurrencyCode;
  /** The playable amount; null while loading. */
  playableMinor: number | null;
  /** The free bets that can be used now; null while loading. */
  freeBets: readonly FreeBet[] | null;
  /** The player dismissed the placed bets and the slip is otherwise empty. */
  onDone?: () => void;
}

/** The key under which the refusal of the one bet is stored, beside the ids of selections. */
const wholeBet = 'whole';

/** The player's choices in a placement, to detect a change: for a single its stake, for the one bet everything. */
function askedOf({ items, mode, system, stake, lineStake, freeBet }: Slip, name: string): string {
  if (name !== wholeBet) {
    const item = items.find(({ selectionId }) => selectionId === name);
    return JSON.stringify([item?.stake, item?.freeBet]);
  }
  return JSON.stringify([mode, system, stake, lineStake, freeBet, items.map(({ selectionId }) => selectionId)]);
}

export function SlipPanel({ currency, playableMinor, freeBets, onDone }: SlipPanelProps) {
  const view = useSlip(currency, freeBets);
  const policy = useStore(policyStore);
  const anyPlaced = useStore(placedStore).some(({ playerId }) => playerId === playerHere());
  const { busy, refusals } = usePlacing();
  const { lines, sent, whole, slip } = view;
  const errorOf = (name: string) => {
    const refused = refusals.get(name);
    return refused?.asked === askedOf(slip, name) ? refused.error : undefined;
  };

  /** The free bets that no other selection uses. */
  const offeredTo = ({ item }: SlipLine) =>
    (freeBets ?? []).filter(
      ({ claimId }) => !lines.some((other) => other.item !== item && other.free?.claimId === claimId),
    );

  const placeSingles = async () => {
    const outcomes = await place(
      sent.map((line) => ({
        item: line.item,
        body: line.item.attempt?.body ?? betOf(line.item, line.current, policy, currency, line.free),
      })),
    );
    return outcomes.flatMap((outcome) =>
      'error' in outcome ? [[outcome.item.selectionId, outcome.error] as const] : [],
    );
  };
  const placeOne = async (bet: NonNullable<typeof whole>) => {
    if (bet.stakeMinor === null) throw new Error('A bet without a stake cannot be placed');
    const legs = lines.map(({ item, oddsMilli }) => ({ selectionId: item.selectionId, oddsMilli }));
    const stake = { stakeMinor: bet.stakeMinor, currency, ...(bet.free && { freeBetClaimId: bet.free.claimId }) };
    const outcome = await placeWhole(slip.attempt?.body ?? wholeBetOf(bet, legs, stake, policy));
    return outcome && 'error' in outcome ? [[wholeBet, outcome.error] as const] : [];
  };

  /** Price changes that the player's policy does not accept are accepted by pressing Place. */
  const submit = async () => {
    for (const { item, obstacle, oddsMilli } of sent)
      if (obstacle === 'price') slipActions.agree(item.selectionId, oddsMilli);
    await placing.run(
      () => (whole ? placeOne(whole) : placeSingles()),
      (refused) => {
        for (const [, error] of refused) readAfterRefusal(error);
        placing.refused(
          new Map(refused.map(([name, error]) => [name, { error, asked: askedOf(slipStore.get(), name) }])),
        );
      },
    );
  };

  return (
    <section aria-label={i18n._({ id: 'slip.title', message: 'Bet slip' })} className="flex min-h-0 grow flex-col">
      <LiveRegion {...useNews(lines, currency)} />
      {lines.length > 1 && <Modes view={view} busy={busy} currency={currency} />}
      <div className="flex min-h-0 grow flex-col overflow-y-auto overscroll-contain">
        {anyPlaced && (
          <Suspense>
            <PlacedBets
              onAddBack={(bet) => slipActions.addBack(bet, startingStakes(currency))}
              onDone={() => lines.length === 0 && onDone?.()}
            />
          </Suspense>
        )}
        {lines.length === 0 && !anyPlaced && (
          <div className="flex grow flex-col items-center justify-center gap-2 px-6 py-8 text-center text-13 text-ink-soft">
            <Icon of={Ticket} size={20} />
            <p>{i18n._({ id: 'slip.empty', message: 'Your bet slip is empty. Tap any odds to add a selection.' })}</p>
          </div>
        )}
        {lines.length > 0 && (
          <ul>
            {lines.map((line) => (
              <SlipLineView
                key={line.item.selectionId}
                line={line}
                currency={currency}
                playableMinor={playableMinor ?? 0}
                freeBets={whole ? [] : offeredTo(line)}
                busy={busy}
                error={errorOf(line.item.selectionId)}
                single={whole === null}
                held={slip.attempt !== undefined}
              />
            ))}
            {/* If the slip is beside the page, this is in its header instead. */}
            {lines.length > 1 && (
              <li className="flex justify-center py-1 xl:hidden">
                <ClearSlip />
              </li>
            )}
          </ul>
        )}
      </div>
      <SlipFoot
        view={view}
        currency={currency}
        playableMinor={playableMinor}
        freeBets={freeBets ?? []}
        busy={busy}
        error={errorOf(wholeBet)}
        onPlace={() => void submit()}
      />
    </section>
  );
}

/** New problems of selections, for screen readers. */
function useNews(lines: readonly SlipLine[], currency: CurrencyCode): { text: string; count: number } {
  const format = useContext(OddsFormatContext);
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 });
  const announced = useRef<Announced>(announcedAfter(new Map(), lines));
  useEffect(() => {
    const news = newsOf(announced.current, lines);
    announced.current = announcedAfter(announced.current, lines);
    if (news.length > 0) setAnnouncement(({ count }) => ({ text: newsText(news, currency, format), count: count + 1 }));
  });
  return announcement;
}

function newsText(news: readonly SlipLine[], currency: CurrencyCode, format: OddsFormat): string {
  const stale = news.filter(({ obstacle }) => obstacle === 'stale');
  const together = stale.length > 1;
  const text = news
    .filter(({ obstacle }) => !together || obstacle !== 'stale')
    .map(({ item, obstacle, oddsMilli }) => {
      const selection = feedText(item.selection);
      if (obstacle === 'price')
        return i18n._({
          id: 'slip.newOdds',
          message: '{selection}: the odds are now {odds}',
          values: { selection, odds: oddsText(oddsMilli, format) },
        });
      return `${selection}: ${obstacle && obstacleText(obstacle, currency, item.stake)}`;
    });
  return [
    ...(together ? [i18n._({ id: 'slip.allStale', message: 'Prices are not live at the moment' })] : []),
    ...text,
  ].join('. ');
}

function Modes({ view, busy, currency }: { view: SlipView; busy: boolean; currency: CurrencyCode }) {
  const names: Record<SlipMode, string> = {
    singles: i18n._({ id: 'slip.singles', message: 'Singles' }),
    accumulator: i18n._({ id: 'slip.accumulator', message: 'Accumulator' }),
    system: i18n._({ id: 'slip.system', message: 'System' }),
  };
  const offered = slipModes.filter((mode) => mode !== 'system' || view.lines.length > 2);
  return (
    <div className="shrink-0 border-b border-line px-4 py-2">
      <Segments
        bare
        label={i18n._({ id: 'slip.mode', message: 'Type of bet' })}
        value={view.mode}
        options={offered.map((id) => ({ id, label: names[id] }))}
        disabled={busy || view.undecided}
        onChange={(mode) => slipActions.mode(mode, startingStakes(currency))}
      />
    </div>
  );
}
