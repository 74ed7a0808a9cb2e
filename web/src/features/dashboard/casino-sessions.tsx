/** How many casino sessions the week had; it brings the casino's contract with it, so it comes after the page. */
import { useQuery } from '@tanstack/react-query';
import { casinoStatsQuery } from '../../domain/casino/queries.ts';
import { countText } from '../../figures.ts';
import { Skeleton } from '../../ui/content/states.tsx';

export function CasinoSessions() {
  const { data, isError } = useQuery(casinoStatsQuery('week'));
  if (data) return countText(data.sessions);
  return isError ? '–' : <Skeleton className="h-5 w-8" />;
}
