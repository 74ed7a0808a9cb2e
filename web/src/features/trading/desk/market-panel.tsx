/** One market on the desk: our prices beside the feed's and the fair chances, stakes and exposure of each outcome, and its actions. */
import type { TradingFixtureWhole, TradingMarket } from '@fairline/proto/betting/desk';
import { i18n } from '@lingui/core';
import { type KeyboardEvent, memo } from 'react';
import { Link } from 'react-router';
import { feedText, marketText } from '../../../domain/betting/market-labels.ts';
import { parText } from '../../../domain/money/par.ts';
import { countText, oddsText } from '../../../figures.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { KeyHint } from '../../../ui/content/shortcuts.tsx';
import { Table, Td, Th } from '../../../ui/content/table.tsx';
import { exactText } from '../../../ui/content/when.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { DecisionSheet } from '../decisions/decision-sheet.tsx';
import { limitScopeName } from '../limits/labels.ts';
import { LimitDialog } from '../limits/limit-dialog.tsx';
import {
  chanceText,
  isOver,
  marketStatusName,
  pointsText,
  resultByName,
  resultName,
  stoppedText,
} from '../markets/labels.ts';
import { netResultMinor } from '../markets/net-result.ts';
import { RiskBar } from '../markets/risk-bar.tsx';
import { StopDialog, stopActionName } from '../stops/stop-action.tsx';
import { MarginDialog, PricesDialog, ReleaseDialog } from './price-dialogs.tsx';

interface MarketProps {
  market: TradingMarket;
  /** Without it the panel has no actions. It must stay the same function, so that a market that did not change does not render again. */
  onAsk?: ((market: TradingMarket, what: Asked) => void) | undefined;
}

/** Keys act as the panel's buttons while the focus is within it. */
export const MarketPanel = memo(function MarketPanel({ market, onAsk }: MarketProps) {
  const name = marketText(market);
  const offers = offersOf(market);
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const offer = offers.find(({ key }) => key === event.key.toLowerCase());
    if (!offer || !onAsk) return;
    event.preventDefault();
    onAsk(market, offer.what);
  };
  const stakes = market.selections.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0);
  const limitText = i18n._({
    id: 'deskMarket.limitOf',
    message: 'Limit {amount} ({scope})',
    values: { amount: parText(market.limit.maxLiabilityMinor), scope: limitScopeName(market.limit.scope) },
  });
  return (
    <article
      aria-label={name}
      tabIndex={-1}
      onKeyDown={press}
      className="group drawn-late overflow-hidden rounded-card border border-line bg-surface focus-within:border-control focus-visible:outline-offset-0"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-3 py-2">
        <h3 className="flex flex-wrap items-center gap-2 text-14 font-strong">
          {name}
          <MarketBadges market={market} />
        </h3>
        <p className="flex flex-wrap gap-x-4 text-12 text-ink-soft">
          <span className="figures">
            {i18n._({
              id: 'deskMarket.margin',
              message: 'Margin {margin}',
              values: { margin: pointsText(market.marginBp) },
            })}
            {market.own?.marginBp != null &&
              ` · ${i18n._({ id: 'deskMarket.ownMargin', message: 'own {margin}', values: { margin: pointsText(market.own.marginBp) } })}`}
          </span>
          <span className="figures">{limitText}</span>
        </p>
      </header>
      <StopText market={market} />
      <Table
        label={i18n._({ id: 'deskMarket.selections', message: 'Selections of {name}', values: { name } })}
        className="md:table-fixed"
      >
        <thead>
          <tr>
            <Th>{i18n._({ id: 'deskMarket.selection', message: 'Selection' })}</Th>
            <Th figures className="max-md:px-2 md:w-20">
              {i18n._({ id: 'deskMarket.price', message: 'Offered' })}
            </Th>
            <Th figures className={cx(wideOnly, 'xl:w-20')}>
              {i18n._({ id: 'deskMarket.feed', message: 'Feed' })}
            </Th>
            <Th figures className={cx(wideOnly, 'xl:w-28')}>
              {i18n._({ id: 'deskMarket.chance', message: 'Fair chance' })}
            </Th>
            <Th figures className="max-lg:hidden lg:w-16">
              {i18n._({ id: 'desk.bets', message: 'Bets' })}
            </Th>
            <Th figures className="max-md:px-2 md:w-36 lg:w-40">
              {i18n._({ id: 'desk.stake', message: 'Stake' })}
            </Th>
            <Th figures className="max-md:px-2 md:w-36 lg:w-40">
              {i18n._({ id: 'desk.liability', message: 'Liability' })}
            </Th>
            <Th figures className={cx(wideOnly, 'xl:w-32')} title={netHelp()}>
              {netName()}
            </Th>
          </tr>
        </thead>
        <tbody>
          {market.selections.map((selection) => (
            <tr key={selection.id} className="last:[&>td]:border-b-0">
              <Td className="py-1 font-medium break-words max-md:pr-2">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  {feedText(selection.name)}
                  {selection.result && (
                    <Badge tone={resultName(selection.result)[1]}>
                      {resultName(selection.result, selection.deadHeat)[0]}
                    </Badge>
                  )}
                </span>
                <span className="figures block text-12 font-normal text-ink-soft xl:hidden">
                  {i18n._({ id: 'deskMarket.feed', message: 'Feed' })} {priceText(selection.feedOddsMilli)} ·{' '}
                  {fairText(selection.chance)}
                </span>
                {stakes > 0 && (
                  <span className="figures block text-12 font-normal text-ink-soft xl:hidden">
                    {netName()} <NetResult minor={netResultMinor(market.selections, selection.id)} />
                  </span>
                )}
              </Td>
              <Td figures className={cx('font-strong max-md:px-2', !selection.active && 'text-ink-soft')}>
                {priceText(selection.oddsMilli)}
              </Td>
              <Td figures className={cx(wideOnly, 'text-ink-soft')}>
                {priceText(selection.feedOddsMilli)}
              </Td>
              <Td figures className={cx(wideOnly, 'text-ink-soft')}>
                {fairText(selection.chance)}
              </Td>
              <Td figures className="max-lg:hidden">
                {selection.bets > 0 ? (
                  <Link to={`/admin/trading/bets?q=${selection.id}`} className="underline underline-offset-4">
                    {countText(selection.bets)}
                  </Link>
                ) : (
                  0
                )}
              </Td>
              <Td figures className="max-md:px-2">
                <RiskBar minor={selection.stakeMinor} ofMinor={stakes} />
              </Td>
              <Td figures className="max-md:px-2">
                <RiskBar
                  minor={selection.liabilityMinor}
                  ofMinor={market.limit.maxLiabilityMinor}
                  warns
                  title={limitText}
                />
              </Td>
              <Td figures className={wideOnly}>
                {stakes > 0 ? <NetResult minor={netResultMinor(market.selections, selection.id)} /> : '–'}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {onAsk && (
        <div className="flex flex-wrap items-center gap-1 border-t border-line px-2 py-1">
          {offers.map(({ what, key, label }) => (
            <Button key={what} size="small" look="quiet" onClick={() => onAsk(market, what)}>
              {label}
              <span className="invisible text-ink-soft group-focus-within:visible">
                <KeyHint of={key.toUpperCase()} />
              </span>
            </Button>
          ))}
        </div>
      )}
    </article>
  );
});

const wideOnly = 'max-xl:hidden';

const netName = () => i18n._({ id: 'deskMarket.net', message: 'If it wins' });

const netHelp = () =>
  i18n._({
    id: 'deskMarket.netHelp',
    message: 'Our result of the open bets if this selection wins: the stakes on the others less its liability',
  });

function NetResult({ minor }: { minor: number }) {
  return (
    <span className={cx(minor > 0 && 'text-up', minor < 0 && 'text-down')}>
      {minor > 0 && '+'}
      {parText(minor)}
    </span>
  );
}

function fairText(chance: number | null): string {
  return chance === null ? '–' : chanceText(chance);
}

function priceText(milli: number | null): string {
  return milli === null ? '–' : oddsText(milli, 'decimal');
}

function MarketBadges({ market }: { market: TradingMarket }) {
  const [label, tone] = marketStatusName(market.status);
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {market.own?.prices && <Badge tone="info">{i18n._({ id: 'deskMarket.ownPrices', message: 'Own prices' })}</Badge>}
      {market.own?.beyondFair && (
        <Badge tone="live">
          {i18n._({ id: 'deskMarket.beyondFair', message: 'Too far above fair: feed prices apply' })}
        </Badge>
      )}
      {market.own?.flagged && (
        <Badge tone="live">{i18n._({ id: 'deskMarket.flagged', message: 'Near the own price limit' })}</Badge>
      )}
      {market.awaitingRequest && (
        <Badge tone="live">{i18n._({ id: 'deskMarket.awaiting', message: 'Prices waiting for approval' })}</Badge>
      )}
      {market.own?.marginBp != null && (
        <Badge tone="info">{i18n._({ id: 'deskMarket.hasOwnMargin', message: 'Own margin' })}</Badge>
      )}
      {market.resultBy && (
        <Badge tone={market.resultBy === 'operator' ? 'info' : 'plain'}>{resultByName(market.resultBy)}</Badge>
      )}
    </>
  );
}

/** Why it is suspended, and until when if that is known. */
function StopText({ market }: { market: TradingMarket }) {
  if (!market.stoppedBy || isOver(market.status)) return null;
  return (
    <p className="border-b border-line bg-live-soft px-3 py-2 text-12">
      {i18n._({ id: 'deskMarket.stopped', message: 'Suspended: {by}', values: { by: stoppedText(market.stoppedBy) } })}
      {market.stopReason && ` · ${market.stopReason}`}
      {market.volatileUntil &&
        (market.stoppedBy === 'volatility' || market.stoppedBy === 'window') &&
        ` · ${i18n._({ id: 'deskMarket.until', message: 'until {at}', values: { at: exactText(market.volatileUntil) } })}`}
    </p>
  );
}

export type Asked = 'stop' | 'prices' | 'releasePrices' | 'margin' | 'limit' | 'result' | 'void' | 'release';

interface Offer {
  what: Asked;
  key: string;
  label: string;
}

/** The actions on a market in its state, each with its key. */
function offersOf(market: TradingMarket): Offer[] {
  const over = isOver(market.status);
  const offers: (Offer | false)[] = [
    !over && { what: 'stop', key: 'x', label: stopActionName(market.stoppedBy === 'market') },
    !over && { what: 'prices', key: 'p', label: i18n._({ id: 'deskMarket.setPrices', message: 'Prices' }) },
    !over && { what: 'margin', key: 'm', label: i18n._({ id: 'deskMarket.setMargin', message: 'Margin' }) },
    !over &&
      (market.own?.prices ?? false) && {
        what: 'releasePrices',
        key: 'u',
        label: i18n._({ id: 'deskMarket.releasePrices', message: 'Release prices' }),
      },
    { what: 'limit', key: 'l', label: i18n._({ id: 'deskMarket.limit', message: 'Limit' }) },
    { what: 'result', key: 'r', label: i18n._({ id: 'decision.result', message: 'Result' }) },
    { what: 'void', key: 'v', label: i18n._({ id: 'decision.void', message: 'Void bets' }) },
    (market.resultBy === 'operator' || market.status === 'cancelled') && {
      what: 'release',
      key: 'f',
      label: i18n._({ id: 'deskMarket.release', message: 'Release to the feed' }),
    },
  ];
  return offers.filter((offer): offer is Offer => offer !== false);
}

interface QuestionProps {
  market: TradingMarket;
  /** The state of the market when the dialog opened. */
  stopped: boolean;
  asked: Asked;
  fixture: Pick<TradingFixtureWhole, 'homeTeam' | 'awayTeam' | 'status' | 'startsAt' | 'reason'>;
  onClose: () => void;
}

/** The requested action on a market; it stays although the market changes. */
export function MarketQuestion({ market, stopped, asked, fixture, onClose }: QuestionProps) {
  const name = `${fixture.homeTeam} vs ${fixture.awayTeam}, ${marketText(market)}`;
  switch (asked) {
    case 'stop':
      return <StopDialog what={{ scope: 'market', id: market.id, name }} stopped={stopped} onClose={onClose} />;
    case 'prices':
      return <PricesDialog market={market} name={name} onClose={onClose} />;
    case 'releasePrices':
      return <ReleaseDialog market={market} name={name} onClose={onClose} />;
    case 'margin':
      return <MarginDialog market={market} name={name} onClose={onClose} />;
    case 'limit': {
      const nowMinor = market.limit.scope === 'market' ? market.limit.maxLiabilityMinor : null;
      return <LimitDialog what={{ scope: 'market', id: market.id, name }} nowMinor={nowMinor} onClose={onClose} />;
    }
    default:
      return <DecisionSheet market={market} fixture={fixture} name={name} kind={asked} onClose={onClose} />;
  }
}
