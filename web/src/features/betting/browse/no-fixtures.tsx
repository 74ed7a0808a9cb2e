/** The empty list of fixtures: why nothing is listed, and where to go. */
import { i18n } from '@lingui/core';
import { Link, useLocation } from 'react-router';
import { SportArt } from '../../../domain/betting/sport-art.tsx';
import { EmptyState } from '../../../ui/content/states.tsx';
import { buttonClass } from '../../../ui/controls/button.tsx';

interface NoFixturesProps {
  liveOnly: boolean;
  filtered: boolean;
  favouritesOnly: boolean;
}

export function NoFixtures({ liveOnly, filtered, favouritesOnly }: NoFixturesProps) {
  const { pathname } = useLocation();
  if (favouritesOnly && !filtered) {
    return (
      <EmptyState
        art={<SportArt sport="" size={40} />}
        title={i18n._({ id: 'fixtures.noFavourites', message: 'None of your favourites are on offer' })}
      >
        <p>
          {i18n._({
            id: 'fixtures.favouritesHelp',
            message: 'Press the star of a sport, a competition or an event to add it here.',
          })}
        </p>
        <Link to={pathname} className={buttonClass('secondary', 'small')}>
          {i18n._({ id: 'fixtures.allEvents', message: 'See all events' })}
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      art={<SportArt sport="" size={40} />}
      title={
        filtered
          ? i18n._({ id: 'fixtures.noMatch', message: 'No events match' })
          : liveOnly
            ? i18n._({ id: 'fixtures.noLive', message: 'Nothing is live right now' })
            : i18n._({ id: 'fixtures.none', message: 'No events on offer right now' })
      }
    >
      {filtered ? (
        <Link to={pathname} className={buttonClass('secondary', 'small')}>
          {i18n._({ id: 'fixtures.clear', message: 'Clear the filters' })}
        </Link>
      ) : (
        liveOnly && (
          <Link to="/sports" className={buttonClass('secondary', 'small')}>
            {i18n._({ id: 'fixtures.upcoming', message: 'See upcoming events' })}
          </Link>
        )
      )}
    </EmptyState>
  );
}
