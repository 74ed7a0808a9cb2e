/** Saves a destination of withdrawals in a dialog: method, destination, a label, and the withdrawal PIN where one is set. */
import { Refusal } from '@fairline/proto/contract';
import { typedMethodIds, withdrawalMethods } from '@fairline/proto/wallet/methods';
import { paymentRoutes } from '@fairline/proto/wallet/payments';
import { playerRefusals } from '@fairline/proto/wallet/players';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../client/requests/call.ts';
import { translate } from '../../../server-texts.ts';
import { Failure } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { PasswordField, SelectField, TextField } from '../../../ui/forms/field.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showRefusal } from '../balance/form-refusal.ts';
import { destinationForm } from './forms.ts';
import { savedDestinationsQuery } from './saved.ts';

const methods = withdrawalMethods.filter(({ id }) => (typedMethodIds as readonly string[]).includes(id));

export function SaveDestination({ hasPin, onClose }: { hasPin: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const schema = useMemo(() => destinationForm(hasPin), [hasPin]);
  const { register, handleSubmit, setError, watch, formState } = useForm<z.input<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { method: 'bank_transfer', destination: '', label: '', pin: '' },
  });
  const { errors, isSubmitting } = formState;
  const method = methods.find(({ id }) => id === watch('method'));
  const submit = handleSubmit(async ({ label, pin, ...typed }) => {
    try {
      await call(paymentRoutes.saveDestination, {
        body: { ...typed, ...(label && { label }), ...(hasPin && pin && { pin }) },
      });
      notify.success(i18n._({ id: 'destinations.saved', message: 'The destination is saved' }));
      onClose();
    } catch (error) {
      showRefusal(error, setError, ['method', 'destination', 'label', 'pin']);
      if (error instanceof Refusal && error.is(playerRefusals.pinWrong))
        setError('pin', { message: error.message }, { shouldFocus: true });
    } finally {
      void client.invalidateQueries({ queryKey: savedDestinationsQuery.queryKey });
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={() => void submit()}
      title={i18n._({ id: 'destinations.add', message: 'Save a destination' })}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" busy={isSubmitting}>
            {i18n._({ id: 'destinations.submit', message: 'Save' })}
          </Button>
        </>
      }
    >
      <SelectField
        {...register('method')}
        label={i18n._({ id: 'withdraw.method', message: 'Withdrawal method' })}
        error={errors.method?.message}
      >
        {methods.map(({ id, name }) => (
          <option key={id} value={id}>
            {translate(name)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...register('destination')}
        autoComplete="off"
        label={i18n._({ id: 'withdraw.destination', message: 'Destination' })}
        placeholder={method && translate(method.hint)}
        error={errors.destination?.message}
      />
      <TextField
        {...register('label')}
        autoComplete="off"
        label={i18n._({ id: 'destination.label', message: 'Label (optional)' })}
        help={i18n._({ id: 'destination.labelHelp', message: 'Only you see it, for example “Savings”' })}
        error={errors.label?.message}
      />
      {hasPin && (
        <PasswordField
          {...register('pin')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          label={i18n._({ id: 'withdraw.pin', message: 'Withdrawal PIN' })}
          error={errors.pin?.message}
        />
      )}
      <p className="text-12 text-ink-soft">
        {i18n._({
          id: 'destinations.report',
          message: 'We email you when you save a destination that you have not withdrawn to before.',
        })}
      </p>
      {errors.root?.message && (
        <Failure title={i18n._({ id: 'destinations.notSaved', message: 'The destination was not saved' })}>
          {errors.root.message}
        </Failure>
      )}
    </Dialog>
  );
}
