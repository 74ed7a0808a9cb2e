/** Safe play above the controls of a game: an exclusion, reminders, a limit that stops the next round, and remaining limits. */
import type { CurrencyCode } from '@fairline/proto/money';
import { i18n } from '@lingui/core';
import { Notice } from '../../ui/content/states.tsx';
import { useExclusion } from './exclusion.ts';
import { exclusionText } from './exclusion-labels.ts';
import { IdentityFirst } from './identity-first.tsx';
import { LimitsLeft } from './limits-left.tsx';
import { ReminderLine } from './reminder-line.tsx';
import { stopText } from './stop-labels.ts';
import { useStakeStop } from './use-stake-stop.ts';

interface Props {
  /** The stake of the next press. */
  stakeMinor: number;
  currency: CurrencyCode | undefined;
  /** A hand waits for an action. */
  isOpen: boolean;
  /** A result is not shown yet, and the figures must not give it away. */
  held: boolean;
}

export function GameNotices({ stakeMinor, currency, isOpen, held }: Props) {
  const exclusion = useExclusion();
  const { stop } = useStakeStop({ largestMinor: stakeMinor, ownMinor: stakeMinor });
  return (
    <>
      {exclusion && (
        <Notice tone="live">
          {exclusionText(exclusion)}{' '}
          {isOpen
            ? i18n._({ id: 'safe.games.openHand', message: 'You can finish this hand without staking more.' })
            : i18n._({ id: 'safe.games.closed', message: 'You cannot start new rounds.' })}
        </Notice>
      )}
      {!exclusion && <IdentityFirst />}
      {!exclusion && !held && stop && currency && <Notice tone="live">{stopText(stop, currency)}</Notice>}
      <ReminderLine held={held} />
      {!exclusion && <LimitsLeft of="stake" held={held} className="border-t border-line px-3 py-1" />}
    </>
  );
}
