/** The bet slip with the player's balance beside it. */
import { useQuery } from '@tanstack/react-query';
import { SlipPanel } from '../features/betting/slip-panel.tsx';
import { balanceQuery } from '../features/wallet/queries.ts';

export function PlayerSlip({ onPlaced }: { onPlaced?: () => void }) {
  const { data: balance } = useQuery(balanceQuery);
  return <SlipPanel currency={balance?.currency ?? 'USD'} playableMinor={balance?.playableMinor ?? null} {...(onPlaced && { onPlaced })} />;
}
