/** Asks the player for the password, and for a code if the account has an authenticator, before an action that needs a fresh proof. Escape changes nothing. */
import { accountRoutes } from '@fairline/proto/auth/account';
import { i18n } from '@lingui/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { errorText, fieldErrorsOf } from '../../client/http/error-text.ts';
import { answerProof, useProofAsked } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { ProofFrame } from '../../domain/people/proof-frame.tsx';
import { Notice } from '../../ui/content/states.tsx';
import { PasswordField, TextField } from '../../ui/forms/field.tsx';
import { twoFactorQuery } from './two-factor-query.ts';

export function ProofDialog() {
  // An unanswered question ends with the page: otherwise the next visit would begin with it.
  useEffect(() => () => answerProof(false), []);
  return useProofAsked() ? <Asking /> : null;
}

function Asking() {
  const authenticator = useQuery(twoFactorQuery).data;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const proof = useMutation({
    mutationFn: () =>
      call(accountRoutes.playerStepUp, { body: { password, ...(code.trim() && { code: code.trim() }) } }),
    onSuccess: () => answerProof(true),
  });
  const errors = fieldErrorsOf(proof.error);
  // The server may know of an authenticator that this page has not heard of.
  const asksCode = authenticator?.on || errors.code !== undefined || code !== '';
  return (
    <ProofFrame ready={password !== ''} busy={proof.isPending} onSubmit={() => proof.mutate()}>
      {proof.error && Object.keys(errors).length === 0 && <Notice tone="down">{errorText(proof.error)}</Notice>}
      <PasswordField
        value={password}
        autoFocus
        autoComplete="current-password"
        label={i18n._({ id: 'stepUp.password', message: 'Your password' })}
        onChange={({ target }) => setPassword(target.value)}
        error={errors.password}
      />
      {asksCode && (
        <TextField
          value={code}
          autoComplete="one-time-code"
          inputMode="numeric"
          label={i18n._({ id: 'stepUp.code', message: 'Code from your app, or a recovery code' })}
          onChange={({ target }) => setCode(target.value)}
          error={errors.code}
        />
      )}
    </ProofFrame>
  );
}
