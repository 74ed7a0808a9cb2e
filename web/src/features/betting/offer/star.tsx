/** The star that makes a sport, a competition or a fixture a favourite. */
import type { Favourite } from '@fairline/proto/betting/offer';
import { i18n } from '@lingui/core';
import { Star as StarDrawing } from 'lucide-react';
import { Icon } from '../../../ui/graphics/icon.tsx';
import { cx } from '../../../ui/theme/cx.ts';
import { useFavourite } from './favourites.ts';

export function Star({ of, name }: { of: Favourite; name: string }) {
  const { kept, toggle } = useFavourite(of);
  const label = i18n._({ id: 'favourite.label', message: 'Favourite: {name}', values: { name } });
  return (
    <button
      type="button"
      aria-pressed={kept}
      aria-label={label}
      title={label}
      onClick={toggle}
      className={cx(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-control hover:bg-raised',
        kept ? 'text-live' : 'text-ink-soft',
      )}
    >
      <Icon of={StarDrawing} className={kept ? 'fill-live' : undefined} />
    </button>
  );
}
