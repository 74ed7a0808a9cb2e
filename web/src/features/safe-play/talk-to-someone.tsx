/** Organisations that help with gambling, for players and visitors. Their sites open in a new tab. */
import { i18n } from '@lingui/core';
import { ExternalLink } from 'lucide-react';
import { countryName } from '../../domain/people/country-names.ts';
import { Icon } from '../../ui/graphics/icon.tsx';
import { organisations } from './organisations.ts';
import { Section } from './section.tsx';

export function TalkToSomeone() {
  if (organisations.length === 0) return null;
  return (
    <Section
      id="talk"
      title={i18n._({ id: 'safe.talk.title', message: 'Talk to someone' })}
      lead={i18n._({
        id: 'safe.talk.lead',
        message:
          'These organisations help people who gamble, and those close to them. They have nothing to do with us.',
      })}
    >
      <ul className="flex flex-col divide-y divide-line">
        {organisations.map(({ name, address, country }) => (
          <li key={address} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-11 items-center gap-2 font-medium hover:underline"
            >
              {name}
              <Icon of={ExternalLink} className="text-ink-soft" />
              <span className="sr-only">{i18n._({ id: 'safe.talk.newTab', message: '(opens in a new tab)' })}</span>
            </a>
            <span className="text-13 text-ink-soft">
              {country ? countryName(country) : i18n._({ id: 'safe.talk.everywhere', message: 'International' })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
