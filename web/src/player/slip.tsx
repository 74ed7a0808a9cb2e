/** The bet slip with the player's balance and free bets beside it. */
import { useQuery } from '@tanstack/react-query';
import { SlipPanel } from '../features/betting/slip-panel.tsx';
import { balanceQuery, freeBetsQuery } from '../features/wallet/queries.ts';

export function PlayerSlip({ onPlaced }: { onPlaced?: () => void }) {
  const { data: balance } = useQuery(balanceQuery);
  const { data: freeBets, isError } = useQuery(freeBetsQuery);
  return (
    <SlipPanel
      currency={balance?.currency ?? 'USD'}
      playableMinor={balance?.playableMinor ?? null}
      freeBets={freeBets?.items ?? (isError ? [] : null)}
      {...(onPlaced && { onPlaced })}
    />
  );
}
