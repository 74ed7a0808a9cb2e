/** The progressive jackpot over the lobby: the real pool, live, and how it is won. */
import { i18n } from '@lingui/core';
import { Crown } from 'lucide-react';
import { Link } from 'react-router';
import { JackpotCounter, useJackpot } from '../../../domain/casino/jackpot.tsx';
import { Skeleton } from '../../../ui/content/states.tsx';
import { buttonClass } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/graphics/icon.tsx';

export function JackpotBanner() {
  const { pool, isError } = useJackpot();
  return (
    <section
      aria-labelledby="jackpot"
      data-game="mega-fortune-slots"
      className="relative flex flex-wrap items-center justify-between gap-x-8 gap-y-4 overflow-hidden rounded-sheet border border-game-line bg-game-ground px-6 py-6"
    >
      <div className="min-w-0">
        <h2 id="jackpot" className="flex items-center gap-2 text-13 font-medium text-game">
          <Icon of={Crown} size={20} />
          {i18n._({ id: 'casino.jackpot.title', message: 'Progressive jackpot' })}
        </h2>
        <p className="display mt-1 min-h-11 text-28 sm:text-40 md:min-h-16 md:text-56">
          {pool && <JackpotCounter pool={pool} />}
          {!pool && !isError && <Skeleton className="h-11 w-72 max-w-full" />}
          {!pool && isError && (
            <span className="text-16 text-ink-soft">
              {i18n._({ id: 'casino.jackpot.failed', message: 'The jackpot could not be loaded' })}
            </span>
          )}
        </p>
        <p className="mt-1 max-w-form text-13 text-ink-soft">
          {i18n._({
            id: 'casino.jackpot.help',
            message:
              'Any spin can win it. One per cent of every slot stake goes in, and the chance grows with the stake.',
          })}
        </p>
      </div>
      <Link to="/casino/mega-fortune-slots" className={buttonClass()}>
        {i18n._({ id: 'casino.jackpot.play', message: 'Play for the jackpot' })}
      </Link>
    </section>
  );
}
