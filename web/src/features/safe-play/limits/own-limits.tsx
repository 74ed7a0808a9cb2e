/** The player's own limits on other pages: the same list, with a link to set one. */
import { i18n } from '@lingui/core';
import { ButtonLink } from '../../../ui/controls/button.tsx';
import { LimitList } from './limit-list.tsx';

export function OwnLimits() {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-14 font-strong">{i18n._({ id: 'safe.limits.title', message: 'Your limits' })}</h3>
      <LimitList />
      <div className="flex">
        <ButtonLink look="secondary" size="small" to="/account?tab=responsible-gaming">
          {i18n._({ id: 'safe.limits.setOne', message: 'Set a limit' })}
        </ButtonLink>
      </div>
    </section>
  );
}
