/** The page of the one-time link of a new operator. */
import { i18n } from '@lingui/core';
import { useSearchParams } from 'react-router';
import { ActivateForm } from '../../features/session/activate-form.tsx';
import { OperatorFrame } from '../frame/operator-frame.tsx';

export function OperatorActivatePage() {
  const [search] = useSearchParams();
  return (
    <OperatorFrame
      title={i18n._({ id: 'activate.title', message: 'Set up your account' })}
      lead={i18n._({
        id: 'activate.lead',
        message: 'This link works once. Choose the password you will sign in with.',
      })}
    >
      <ActivateForm token={search.get('token') ?? ''} />
    </OperatorFrame>
  );
}
