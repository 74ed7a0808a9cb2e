/** Where the jurisdiction wants identity verified before deposits and play: why nothing can be staked yet, and the way to verification. */
import { i18n } from '@lingui/core';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { Notice } from '../../ui/content/states.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { useJurisdictionRules } from '../people/jurisdiction.ts';

/** Whether the player must verify their identity before they deposit or play. */
export function useIdentityFirst(): boolean {
  const { identityFirst } = useJurisdictionRules();
  return useSession(playerSession).who?.isVerified === false && identityFirst;
}

export function IdentityFirst() {
  if (!useIdentityFirst()) return null;
  return (
    <Notice tone="live">
      <p>
        {i18n._({
          id: 'identity.first',
          message:
            'The rules of your country require your identity to be verified before your first deposit, bet or round. You can withdraw at any time.',
        })}
      </p>
      <ButtonLink look="secondary" size="small" to="/account?tab=verification" className="mt-2">
        {i18n._({ id: 'identity.verify', message: 'Verify your identity' })}
      </ButtonLink>
    </Notice>
  );
}
