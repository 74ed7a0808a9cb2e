/** The operators' sign-in page. */
import { i18n } from '@lingui/core';
import { OperatorForm } from '../../features/session/operator-form.tsx';
import { OperatorFrame } from '../frame/operator-frame.tsx';

export function OperatorLoginPage() {
  return (
    <OperatorFrame
      title={i18n._({ id: 'operator.title', message: 'Operators' })}
      lead={i18n._({ id: 'operator.lead', message: 'Sign in to the back office.' })}
    >
      <OperatorForm />
    </OperatorFrame>
  );
}
