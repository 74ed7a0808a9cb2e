/** The link from a bet, payment, round or claim to all its events across the services, for operators who may read them. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { Link } from 'react-router';
import { hasPermission } from '../people/operators.ts';

export const storyPage = (id: string) => `/admin/monitor/story/${encodeURIComponent(id)}`;

export function StoryLink({ id, operator }: { id: string; operator: Operator }) {
  if (!hasPermission(operator, 'system.read')) return null;
  return (
    <Link
      to={storyPage(id)}
      className="flex h-9 items-center self-start text-13 font-medium underline underline-offset-4"
    >
      {i18n._({ id: 'story.link', message: 'Events across services' })}
    </Link>
  );
}
