/** The prizes of the Prize Lottery with their values. Prizes are paid in cash. */
import { prizeIds, prizes } from '@fairline/proto/games/lottery';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { prizeName } from '../../../domain/casino/game-labels.ts';
import { Money } from '../../../domain/money/money.tsx';
import { PrizeArt } from '../lottery/prize-art.tsx';

export function PrizeShowcase({ currency }: { currency: PlayCurrencyCode }) {
  const byValue = prizeIds.toSorted((one, other) => prizes[other].valueMinor - prizes[one].valueMinor);
  return (
    <section aria-labelledby="prizes" data-game="prize-lottery" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="prizes" className="display text-20">
          {i18n._({ id: 'casino.prizes', message: 'Prize showcase' })}
        </h2>
        <Link to="/casino/prize-lottery" className="py-2 text-13 underline underline-offset-4">
          {i18n._({ id: 'casino.prizes.play', message: 'Play Prize Lottery' })}
        </Link>
      </div>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-7">
        {byValue.map((prize) => (
          <li
            key={prize}
            className="flex flex-col items-center gap-1 rounded-card border border-line bg-surface px-3 py-4 text-center"
          >
            <PrizeArt prize={prize} className="mb-1 size-14" />
            <span className="text-13 font-strong">{prizeName(prize)}</span>
            <Money minor={prizes[prize].valueMinor} currency={currency} className="text-13 text-ink-soft" />
          </li>
        ))}
      </ul>
      <p className="text-12 text-ink-soft">
        {i18n._({ id: 'casino.prizes.cash', message: 'Every prize is paid in cash, to your balance, at once.' })}
      </p>
    </section>
  );
}
