/** The form behind the one-time link of a new operator: the first password, then the secret for the authenticator app, shown only once. */
import { NewPassword } from '@fairline/proto/auth/fields';
import { staffRoutes } from '@fairline/proto/auth/staff';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { errorText } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { Notice } from '../../ui/content/states.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { PasswordField } from '../../ui/forms/field.tsx';
import { QrCode } from '../../ui/graphics/qr-code.tsx';

const Values = z.object({ password: NewPassword });

export function ActivateForm({ token }: { token: string }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Values),
    defaultValues: { password: '' },
  });
  const activation = useMutation({
    mutationFn: (password: string) => call(staffRoutes.operatorActivate, { body: { token, password } }),
  });
  const submit = handleSubmit(({ password }) => activation.mutateAsync(password).catch(() => undefined));

  if (activation.data) {
    const secret = new URL(activation.data.totpUri).searchParams.get('secret') ?? '';
    return (
      <div className="flex flex-col gap-4">
        <p className="text-ink-soft">
          {i18n._({
            id: 'activate.secret',
            message:
              'Your password is set. Add this key to your authenticator app now: it is not shown again, and outside demo mode signing in asks for its code.',
          })}
        </p>
        <QrCode
          text={activation.data.totpUri}
          label={i18n._({ id: 'totp.qr', message: 'QR code for your authenticator app' })}
        />
        <p className="flex items-center justify-between gap-2 rounded-card border border-line bg-surface py-2 pr-2 pl-4 text-14 break-all">
          <code>{secret}</code>
          <CopyButton text={secret} what={i18n._({ id: 'activate.key', message: 'the key' })} />
        </p>
        <a href={activation.data.totpUri} className="self-start font-medium text-act underline underline-offset-4">
          {i18n._({ id: 'activate.open', message: 'Open in an authenticator app on this device' })}
        </a>
        <ButtonLink to="/admin/login" wide>
          {i18n._({ id: 'activate.login', message: 'Go to the sign-in page' })}
        </ButtonLink>
      </div>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {activation.isError && <Notice tone="down">{errorText(activation.error)}</Notice>}
      <PasswordField
        {...register('password')}
        autoComplete="new-password"
        label={i18n._({ id: 'activate.password', message: 'New password' })}
        help={i18n._({ id: 'activate.help', message: 'At least 8 characters with uppercase, lowercase and a number' })}
        error={formState.errors.password?.message}
      />
      <Button type="submit" wide busy={formState.isSubmitting} className="mt-2">
        {i18n._({ id: 'activate.submit', message: 'Set password' })}
      </Button>
    </form>
  );
}
