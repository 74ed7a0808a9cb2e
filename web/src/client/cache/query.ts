/** The query cache: cached data is shown at once and refreshed in the background; refusals are never retried automatically. */
import { QueryClient } from '@tanstack/react-query';
import { isUndecided } from '../http/http.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && isUndecided(error),
      retryDelay: (failures) => 400 * 2 ** failures,
      refetchOnWindowFocus: true,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
