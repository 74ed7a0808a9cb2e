/** One market on the desk: prices on offer beside the feed's and the fair chances, what each outcome holds and could cost, and what can be done about it. */
import type { Operator } from '@fairline/proto/auth';
import type { TradingFixtureWhole, TradingMarket } from '@fairline/proto/betting/trading';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { may } from '../../client/office.ts';
import { countText, oddsText } from '../../figures.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { feedWords, marketWords } from '../../ui/market-words.ts';
import { Table, Td, Th } from '../../ui/table.tsx';
import { exactText } from '../../ui/when.tsx';
import { DecisionSheet } from './decision-sheet.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { MarginDialog, PricesDialog, ReleaseDialog } from './price-dialogs.tsx';
import { RiskBar } from './risk-bar.tsx';
import { StopAction } from './stop-action.tsx';
import { chanceText, isOver, limitScopeName, marketStatusName, parText, pointsText, resultByName, resultName, stoppedWords } from './words.ts';

interface MarketProps {
  market: TradingMarket;
  fixture: TradingFixtureWhole;
  operator: Operator;
}

export function MarketPanel({ market, fixture, operator }: MarketProps) {
  const name = marketWords(market);
  const stakes = market.selections.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0);
  const limitWords = i18n._({
    id: 'deskMarket.limitOf',
    message: 'Limit {amount} ({scope})',
    values: { amount: parText(market.limit.maxLiabilityMinor), scope: limitScopeName(market.limit.scope) },
  });
  return (
    <article aria-label={name} className="overflow-hidden rounded-card border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-3 py-2">
        <h3 className="flex flex-wrap items-center gap-2 text-14 font-strong">
          {name}
          <MarketBadges market={market} />
        </h3>
        <p className="flex flex-wrap gap-x-4 text-12 text-ink-soft">
          <span className="figures">
            {i18n._({ id: 'deskMarket.margin', message: 'Margin {margin}', values: { margin: pointsText(market.marginBp) } })}
            {market.own?.marginBp != null &&
              ` · ${i18n._({ id: 'deskMarket.ownMargin', message: 'own {margin}', values: { margin: pointsText(market.own.marginBp) } })}`}
          </span>
          <span className="figures">{limitWords}</span>
        </p>
      </header>
      <StopWords market={market} />
      <Table label={i18n._({ id: 'deskMarket.selections', message: 'Selections of {name}', values: { name } })}>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'deskMarket.selection', message: 'Selection' })}</Th>
            <Th figures className="max-md:px-2">
              {i18n._({ id: 'deskMarket.price', message: 'On offer' })}
            </Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'deskMarket.feed', message: 'Feed' })}
            </Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'deskMarket.chance', message: 'Fair chance' })}
            </Th>
            <Th figures className={wideOnly}>
              {i18n._({ id: 'desk.bets', message: 'Bets' })}
            </Th>
            <Th figures className="max-md:px-2">
              {i18n._({ id: 'desk.stake', message: 'Stake' })}
            </Th>
            <Th figures className="max-md:px-2">
              {i18n._({ id: 'desk.liability', message: 'Liability' })}
            </Th>
          </tr>
        </thead>
        <tbody>
          {market.selections.map((selection) => (
            <tr key={selection.id} className="last:[&>td]:border-b-0">
              <Td className="py-1 font-medium max-md:pr-2 md:min-w-28">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  {feedWords(selection.name)}
                  {selection.result && <Badge tone={resultName(selection.result)[1]}>{resultName(selection.result, selection.deadHeat)[0]}</Badge>}
                </span>
                <span className="figures block text-12 font-normal text-ink-soft md:hidden">
                  {i18n._({ id: 'deskMarket.feed', message: 'Feed' })} {priceText(selection.feedOddsMilli)} · {fairText(selection.chance)}
                </span>
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
              <Td figures className={wideOnly}>
                {selection.bets > 0 ? (
                  <Link to={`/admin/trading/bets?q=${selection.id}`} className="underline underline-offset-4">
                    {countText(selection.bets)}
                  </Link>
                ) : (
                  0
                )}
              </Td>
              <Td figures className="max-md:px-2 md:w-40">
                <RiskBar minor={selection.stakeMinor} ofMinor={stakes} />
              </Td>
              <Td figures className="max-md:px-2 md:w-40">
                <RiskBar minor={selection.liabilityMinor} ofMinor={market.limit.maxLiabilityMinor} warns title={limitWords} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {may(operator, 'betting') && <Actions market={market} name={`${fixture.homeTeam} vs ${fixture.awayTeam}, ${name}`} />}
    </article>
  );
}

const wideOnly = 'max-md:hidden';

function fairText(chance: number | null): string {
  return chance === null ? '–' : chanceText(chance);
}

function priceText(milli: number | null): string {
  return milli === null ? '–' : oddsText(milli, 'decimal');
}

function MarketBadges({ market }: { market: TradingMarket }) {
  const [words, tone] = marketStatusName(market.status);
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      {market.own?.prices && <Badge tone="info">{i18n._({ id: 'deskMarket.ownPrices', message: 'Own prices' })}</Badge>}
      {market.own?.marginBp != null && <Badge tone="info">{i18n._({ id: 'deskMarket.hasOwnMargin', message: 'Own margin' })}</Badge>}
      {market.resultBy && <Badge tone={market.resultBy === 'operator' ? 'info' : 'plain'}>{resultByName(market.resultBy)}</Badge>}
    </>
  );
}

/** Why it is off offer, and until when where that is known. */
function StopWords({ market }: { market: TradingMarket }) {
  if (!market.stoppedBy || isOver(market.status)) return null;
  return (
    <p className="border-b border-line bg-live-soft px-3 py-2 text-12">
      {i18n._({ id: 'deskMarket.stopped', message: 'Suspended: {by}', values: { by: stoppedWords(market.stoppedBy) } })}
      {market.stopReason && ` · ${market.stopReason}`}
      {market.volatileUntil &&
        (market.stoppedBy === 'volatility' || market.stoppedBy === 'window') &&
        ` · ${i18n._({ id: 'deskMarket.until', message: 'until {at}', values: { at: exactText(market.volatileUntil) } })}`}
    </p>
  );
}

type Asked = 'prices' | 'releasePrices' | 'margin' | 'limit' | 'result' | 'void' | 'release';

function Actions({ market, name }: { market: TradingMarket; name: string }) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const over = isOver(market.status);
  const held = market.stoppedBy === 'market';
  const offers: [Asked, string][] = [
    ...(over
      ? []
      : ([
          ['prices', i18n._({ id: 'deskMarket.setPrices', message: 'Prices' })],
          ['margin', i18n._({ id: 'deskMarket.setMargin', message: 'Margin' })],
        ] satisfies [Asked, string][])),
    ...(market.own?.prices && !over
      ? ([['releasePrices', i18n._({ id: 'deskMarket.releasePrices', message: 'Release prices' })]] satisfies [Asked, string][])
      : []),
    ['limit', i18n._({ id: 'deskMarket.limit', message: 'Limit' })],
    ['result', i18n._({ id: 'decision.result', message: 'Result' })],
    ['void', i18n._({ id: 'decision.void', message: 'Void bets' })],
    ...(market.resultBy === 'operator' || market.status === 'cancelled'
      ? ([['release', i18n._({ id: 'deskMarket.release', message: 'Release to the feed' })]] satisfies [Asked, string][])
      : []),
  ];
  return (
    <div className="flex flex-wrap items-center gap-1 border-t border-line px-2 py-1">
      {!over && <StopAction what={{ scope: 'market', id: market.id, name }} stopped={held} look="quiet" />}
      {offers.map(([what, words]) => (
        <Button key={what} size="small" look="quiet" onClick={() => setAsked(what)}>
          {words}
        </Button>
      ))}
      {asked === 'prices' && <PricesDialog market={market} name={name} onClose={close} />}
      {asked === 'releasePrices' && <ReleaseDialog market={market} name={name} onClose={close} />}
      {asked === 'margin' && <MarginDialog market={market} name={name} onClose={close} />}
      {asked === 'limit' && (
        <LimitDialog
          what={{ scope: 'market', id: market.id, name }}
          nowMinor={market.limit.scope === 'market' ? market.limit.maxLiabilityMinor : null}
          onClose={close}
        />
      )}
      {(asked === 'result' || asked === 'void' || asked === 'release') && <DecisionSheet market={market} name={name} kind={asked} onClose={close} />}
    </div>
  );
}
