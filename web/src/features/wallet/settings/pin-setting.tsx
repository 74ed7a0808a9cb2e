/** The withdrawal PIN: set, changed and removed, each in a dialog; the current PIN is required first. */
import { Refusal } from '@fairline/proto/contract';
import { playerRefusals, playerRoutes } from '@fairline/proto/wallet/players';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type UseFormSetError, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../client/requests/call.ts';
import { refusalText } from '../../../refusals.ts';
import { Badge } from '../../../ui/content/badge.tsx';
import { Failure } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { PasswordField } from '../../../ui/forms/field.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showRefusal } from '../balance/form-refusal.ts';
import { settingsQuery } from '../balance/player-queries.ts';
import { pinForm } from './forms.ts';

type Asked = 'set' | 'remove' | null;

export function PinSetting({ hasPin }: { hasPin: boolean }) {
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  return (
    <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <span>
        <span className="block text-14 font-medium">{i18n._({ id: 'withdraw.pin', message: 'Withdrawal PIN' })}</span>
        <span className="block text-12 text-ink-soft">
          {i18n._({ id: 'pin.help', message: 'Asked for at every withdrawal' })}
        </span>
      </span>
      <span className="flex items-center gap-3">
        <Badge tone={hasPin ? 'act' : 'plain'}>
          {hasPin ? i18n._({ id: 'settings.on', message: 'On' }) : i18n._({ id: 'settings.off', message: 'Off' })}
        </Badge>
        {hasPin && (
          <Button look="quiet" size="small" onClick={() => setAsked('remove')}>
            {i18n._({ id: 'pin.remove', message: 'Remove PIN' })}
          </Button>
        )}
        <Button look="secondary" size="small" onClick={() => setAsked('set')}>
          {hasPin ? i18n._({ id: 'pin.change', message: 'Change PIN' }) : i18n._({ id: 'pin.set', message: 'Set PIN' })}
        </Button>
      </span>
      {asked === 'set' && <SetPin hasPin={hasPin} onClose={close} />}
      {asked === 'remove' && <RemovePin onClose={close} />}
    </div>
  );
}

/** A wrong PIN is shown at its field, whatever the refusal's code. */
function showPinRefusal<Values extends { currentPin: string }>(
  error: unknown,
  setError: UseFormSetError<Values>,
): void {
  showRefusal(error, setError as unknown as UseFormSetError<{ currentPin: string; pin: string }>, [
    'currentPin',
    'pin',
  ]);
  if (error instanceof Refusal && error.is(playerRefusals.pinWrong)) {
    (setError as unknown as UseFormSetError<{ currentPin: string }>)(
      'currentPin',
      { message: error.message },
      { shouldFocus: true },
    );
  }
}

function SetPin({ hasPin, onClose }: { hasPin: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const schema = useMemo(() => pinForm(hasPin), [hasPin]);
  const { register, handleSubmit, setError, formState } = useForm<z.input<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { currentPin: '', pin: '', repeated: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ currentPin, pin }) => {
    try {
      client.setQueryData(
        settingsQuery.queryKey,
        await call(playerRoutes.setPin, { body: { pin, ...(hasPin && { currentPin }) } }),
      );
      notify.success(i18n._({ id: 'pin.saved', message: 'Your withdrawal PIN is set' }));
      onClose();
    } catch (error) {
      showPinRefusal(error, setError);
    }
  });
  const numeric = { inputMode: 'numeric', autoComplete: 'off', maxLength: 6 } as const;
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void submit()}
      title={
        hasPin
          ? i18n._({ id: 'pin.changeTitle', message: 'Change your withdrawal PIN' })
          : i18n._({ id: 'pin.setTitle', message: 'Set a withdrawal PIN' })
      }
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" busy={isSubmitting}>
            {i18n._({ id: 'pin.save', message: 'Save PIN' })}
          </Button>
        </>
      }
    >
      {hasPin && (
        <PasswordField
          {...register('currentPin')}
          {...numeric}
          label={currentLabel()}
          error={errors.currentPin?.message}
        />
      )}
      <PasswordField
        {...register('pin')}
        {...numeric}
        label={i18n._({ id: 'pin.new', message: 'New PIN' })}
        help={i18n._({ id: 'pin.digits', message: '4 to 6 digits' })}
        error={errors.pin?.message}
      />
      <PasswordField
        {...register('repeated')}
        {...numeric}
        label={i18n._({ id: 'pin.repeat', message: 'Repeat the PIN' })}
        error={errors.repeated?.message}
      />
      {errors.root?.message && (
        <Failure title={i18n._({ id: 'pin.failed', message: 'The PIN was not saved' })}>{errors.root.message}</Failure>
      )}
    </Dialog>
  );
}

function RemovePin({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { currentPin: '' } });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      client.setQueryData(settingsQuery.queryKey, await call(playerRoutes.removePin, { body }));
      notify.success(i18n._({ id: 'pin.removed', message: 'Your withdrawal PIN is removed' }));
      onClose();
    } catch (error) {
      showPinRefusal(error, setError);
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void submit()}
      title={i18n._({ id: 'pin.removeTitle', message: 'Remove your withdrawal PIN' })}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" look="danger" busy={isSubmitting}>
            {i18n._({ id: 'pin.remove', message: 'Remove PIN' })}
          </Button>
        </>
      }
    >
      <PasswordField
        {...register('currentPin', { required: refusalText(playerRefusals.pinRequired) })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        label={currentLabel()}
        error={errors.currentPin?.message}
      />
      {errors.root?.message && (
        <Failure title={i18n._({ id: 'pin.kept', message: 'The PIN was not removed' })}>{errors.root.message}</Failure>
      )}
    </Dialog>
  );
}

function currentLabel(): string {
  return i18n._({ id: 'pin.current', message: 'Current PIN' });
}
