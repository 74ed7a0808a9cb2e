/** Other ways to contact support: those that are configured, and whether an agent is online. */
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Mail, Phone } from 'lucide-react';
import { Badge } from '../../ui/content/badge.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { contactQuery } from './contact-query.ts';

export function Contact() {
  const { data } = useQuery(contactQuery);
  if (!data) return null;
  const { phone, email, agentsOnline } = data;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13">
      {phone && (
        <a
          href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
          className="inline-flex min-h-6 items-center gap-2 underline-offset-4 hover:underline"
        >
          <Icon of={Phone} className="text-ink-soft" />
          {phone}
        </a>
      )}
      {email && (
        <a
          href={`mailto:${email}`}
          className="inline-flex min-h-6 items-center gap-2 underline-offset-4 hover:underline"
        >
          <Icon of={Mail} className="text-ink-soft" />
          {email}
        </a>
      )}
      <Badge tone={agentsOnline > 0 ? 'act' : 'plain'}>
        {agentsOnline > 0
          ? i18n._({ id: 'contact.online', message: 'Live chat online' })
          : i18n._({ id: 'contact.offline', message: 'Live chat offline' })}
      </Badge>
    </p>
  );
}
