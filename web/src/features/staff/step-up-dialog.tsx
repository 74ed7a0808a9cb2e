/** The identity check before sensitive actions: the password, or a code of the authenticator. Escape changes nothing. */
import { staffRoutes } from '@fairline/proto/auth/staff';
import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { answerProof, useProofAsked } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { ProofFrame } from '../../domain/people/proof-frame.tsx';
import { Segments } from '../../ui/controls/segments.tsx';
import { PasswordField, TextField } from '../../ui/forms/field.tsx';

export function StepUpDialog() {
  return useProofAsked() ? <Asking /> : null;
}

function Asking() {
  const [by, setBy] = useState<'password' | 'totp'>('password');
  const [typed, setTyped] = useState('');
  const proof = useMutation({
    mutationFn: () =>
      call(staffRoutes.stepUp, { body: by === 'password' ? { password: typed } : { totp: typed.trim() } }),
    onSuccess: () => answerProof(true),
  });
  const field = { value: typed, autoFocus: true, error: proof.error ? errorText(proof.error) : undefined };
  return (
    <ProofFrame ready={typed !== ''} busy={proof.isPending} onSubmit={() => proof.mutate()}>
      <Segments
        bare
        label={i18n._({ id: 'stepUp.by', message: 'Confirm with' })}
        value={by}
        onChange={(next) => {
          setBy(next);
          setTyped('');
          proof.reset();
        }}
        options={[
          { id: 'password', label: i18n._({ id: 'field.password', message: 'Password' }) },
          { id: 'totp', label: i18n._({ id: 'field.totp', message: 'Authenticator code' }) },
        ]}
      />
      {by === 'password' ? (
        <PasswordField
          {...field}
          autoComplete="current-password"
          label={i18n._({ id: 'stepUp.password', message: 'Your password' })}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : (
        <TextField
          {...field}
          autoComplete="one-time-code"
          inputMode="numeric"
          label={i18n._({ id: 'stepUp.code', message: 'Code from your app, or a recovery code' })}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </ProofFrame>
  );
}
