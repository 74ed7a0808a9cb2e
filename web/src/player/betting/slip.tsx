/** The bet slip with the player's balance and free bets, and a summary of its odds. */
import { useQuery } from '@tanstack/react-query';
import { Odds } from '../../domain/betting/odds.tsx';
import { playableOn } from '../../domain/money/playable.ts';
import { SlipPanel } from '../../features/betting/slip/panel.tsx';
import { useSlip } from '../../features/betting/slip/use-slip.ts';
import { balanceQuery, freeBetsQuery } from '../../features/wallet/balance/queries.ts';

export function PlayerSlip({ onDone }: { onDone?: () => void }) {
  const { data: balance } = useQuery(balanceQuery);
  const { data: freeBets, isError } = useQuery(freeBetsQuery);
  return (
    <SlipPanel
      currency={balance?.currency ?? 'USD'}
      playableMinor={balance ? playableOn(balance, 'sports') : null}
      freeBets={freeBets?.items ?? (isError ? [] : null)}
      {...(onDone && { onDone })}
    />
  );
}

export function SlipOdds({ className }: { className: string }) {
  const { data: balance } = useQuery(balanceQuery);
  const { data: freeBets, isError } = useQuery(freeBetsQuery);
  const { oddsMilli } = useSlip(balance?.currency ?? 'USD', freeBets?.items ?? (isError ? [] : null));
  return oddsMilli !== null && <Odds milli={oddsMilli} className={className} />;
}
