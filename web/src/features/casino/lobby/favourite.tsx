/** The heart that makes a game a favourite. It changes at once, and changes back if the server could not store it. */
import { sessionRoutes } from '@fairline/proto/casino/sessions';
import type { GameId } from '@fairline/proto/games/catalogue';
import { i18n } from '@lingui/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { errorText } from '../../../client/http/error-text.ts';
import { call } from '../../../client/requests/call.ts';
import { favouriteGamesQuery } from '../../../domain/casino/queries.ts';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { cx } from '../../../ui/theme/cx.ts';

export function FavouriteButton({ id, name }: { id: GameId; name: string }) {
  const client = useQueryClient();
  const { data } = useQuery(favouriteGamesQuery);
  const kept = data?.items.includes(id) ?? false;
  const { mutate } = useMutation({
    mutationFn: (keep: boolean) =>
      call(keep ? sessionRoutes.addFavouriteGame : sessionRoutes.dropFavouriteGame, { params: { id } }),
    onMutate: async (keep) => {
      await client.cancelQueries({ queryKey: favouriteGamesQuery.queryKey });
      client.setQueryData(favouriteGamesQuery.queryKey, (before) => ({
        items: keep ? [id, ...(before?.items ?? [])] : (before?.items.filter((one) => one !== id) ?? []),
      }));
    },
    onError: (error) =>
      notify.error(
        i18n._({ id: 'favourite.failed', message: 'Favourite not saved: {why}', values: { why: errorText(error) } }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: favouriteGamesQuery.queryKey }),
  });
  const label = i18n._({ id: 'favourite.label', message: 'Favourite: {name}', values: { name } });
  return (
    <button
      type="button"
      aria-pressed={kept}
      aria-label={label}
      title={label}
      onClick={() => mutate(!kept)}
      className={cx(
        'relative z-10 inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-raised',
        kept ? 'text-down' : 'text-ink-soft',
      )}
    >
      <Icon of={Heart} size={20} className={kept ? 'fill-down' : undefined} />
    </button>
  );
}
