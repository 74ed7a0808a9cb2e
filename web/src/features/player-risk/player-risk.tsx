/** The risk of one player, on the player's page: the level with its reasons, and the log of interactions. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../client/http/error-text.ts';
import { Loaded } from '../../ui/content/listed.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { Interactions } from './interactions.tsx';
import { riskPlayerQuery } from './queries.ts';
import { LevelSection } from './risk-level.tsx';

export function PlayerRisk({ id, operator }: { id: string; operator: Operator }) {
  const query = useQuery(riskPlayerQuery(id));
  return (
    <div className="flex flex-col gap-6">
      <Loaded
        query={query}
        failed={i18n._({ id: 'riskLevel.failed', message: 'The risk level could not be loaded' })}
        error={query.error && errorText(query.error)}
        waiting={<SkeletonRows count={3} className="h-10" />}
      >
        {({ riskLevel }) => <LevelSection id={id} risk={riskLevel} operator={operator} />}
      </Loaded>
      <Interactions id={id} operator={operator} />
    </div>
  );
}
