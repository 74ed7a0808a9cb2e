/** The calculation of a cash-out value, so that the player can check it: fair value, margin, and the chance of each leg. */
import type { Bet } from '@fairline/proto/betting/bets';
import type { CashOutQuote } from '@fairline/proto/betting/cash-out';
import { i18n } from '@lingui/core';
import { legStatusName } from '../../../domain/betting/bet-labels.ts';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { Odds } from '../../../domain/betting/odds.tsx';
import { Money } from '../../../domain/money/money.tsx';
import { percentText } from '../../../figures.ts';

function shareText(share: number): string {
  return percentText(share, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

export function QuoteDetails({ quote, bet }: { quote: CashOutQuote; bet: Bet }) {
  const row = 'flex items-baseline justify-between gap-4 py-1';
  return (
    <details className="rounded-control border border-line px-3 py-2 text-13">
      <summary className="font-medium">
        {i18n._({ id: 'quote.title', message: 'How this value is calculated' })}
      </summary>
      <dl className="mt-2">
        <div className={row}>
          <dt className="text-ink-soft">{i18n._({ id: 'quote.fair', message: 'Fair value' })}</dt>
          <dd>
            <Money minor={quote.fairMinor} currency={quote.currency} />
          </dd>
        </div>
        <div className={row}>
          <dt className="text-ink-soft">
            {i18n._({
              id: 'quote.margin',
              message: 'Our margin, {percent}',
              values: { percent: shareText(quote.marginBp / 10_000) },
            })}
          </dt>
          <dd>
            <Money minor={-quote.marginMinor} currency={quote.currency} />
          </dd>
        </div>
        <div className={`${row} border-t border-line font-strong`}>
          <dt>{i18n._({ id: 'quote.paid', message: 'Paid for the whole bet' })}</dt>
          <dd>
            <Money minor={quote.amountMinor} currency={quote.currency} />
          </dd>
        </div>
      </dl>
      {quote.cappedBy && (
        <p className="mt-2">
          {i18n._({
            id: 'quote.capped',
            message:
              'Some odds in this bet were set by our traders. Until they are confirmed, cash out pays no more than your stake.',
          })}
        </p>
      )}
      <h4 className="mt-2 text-12 text-ink-soft">
        {i18n._({ id: 'quote.legs', message: 'Selections: odds taken, fair chance now' })}
      </h4>
      <ul>
        {quote.legs.map((leg) => (
          <li key={leg.selectionId} className={row}>
            <span className="min-w-0 truncate">
              {feedText(bet.legs.find(({ selectionId }) => selectionId === leg.selectionId)?.selection ?? '')}
            </span>
            <span className="flex shrink-0 items-baseline gap-2">
              <Odds milli={leg.oddsMilli} className="text-ink-soft" />
              <span className="figures">
                {leg.chance === undefined ? legStatusName(leg.status, leg)[0] : shareText(leg.chance)}
              </span>
              {leg.refundShare !== undefined && leg.refundShare > 0 && (
                <span className="figures text-12 text-ink-soft">
                  {i18n._({
                    id: 'quote.refund',
                    message: '{percent} refunded',
                    values: { percent: shareText(leg.refundShare) },
                  })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-12 text-ink-soft">
        {i18n._({
          id: 'quote.how',
          message:
            'Each line of the bet is worth its share of the stake times the odds and chances of its legs. The fair value is the sum, never above what the bet could pay.',
        })}
      </p>
    </details>
  );
}
