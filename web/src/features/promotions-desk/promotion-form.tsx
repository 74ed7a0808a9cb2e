/** Creates or edits a promotion. The terms of existing claims are shown and do not change. A preview shows the possible cost before it is saved. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { Infer } from '@fairline/proto/contract';
import { type OperatorPromotion, promotionDeskRoutes } from '@fairline/proto/promotions/desk';
import type { PromotionForm } from '@fairline/proto/promotions/offers';
import { i18n } from '@lingui/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, type Resolver, set, useForm } from 'react-hook-form';
import { errorText, fieldErrorsOf } from '../../client/http/error-text.ts';
import { createIntent } from '../../client/http/intent.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { Failure } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { changesOf, type Draft, draftOf, emptyDraft, errorsOf, readDraft } from './draft.ts';
import { EligibilityFields, RewardFields, TextFields, WageringFields } from './form-fields.tsx';
import { PreviewNotice } from './preview.tsx';

type Saved = Infer<typeof promotionDeskRoutes.createPromotion.reply>;

interface PromotionFormDialogProps {
  operator: Operator;
  /** The promotion to edit; absent for a new one. */
  promotion?: OperatorPromotion;
  onClose: () => void;
}

export function PromotionFormDialog({ operator, promotion, onClose }: PromotionFormDialogProps) {
  // The state when the form opened; the server refuses the request if the promotion has changed since.
  const [before] = useState(promotion);
  const methods = useForm<Draft, unknown, Draft>({
    defaultValues: before ? draftOf(before) : emptyDraft(new Date()),
    resolver: resolverOf(before),
  });
  const { handleSubmit, setError, getValues } = methods;
  const [unchanged, setUnchanged] = useState(false);
  const [intent] = useState(() => createIntent());
  const create = async (form: PromotionForm) => {
    try {
      const created = await call(promotionDeskRoutes.createPromotion, { body: form, key: intent.keyFor(form) });
      intent.settle();
      return created;
    } catch (error) {
      intent.settle(error);
      throw error;
    }
  };
  const save = useAction<PromotionForm, Saved | null>({
    run: async (form) => {
      if (!before) return create(form);
      const changes = changesOf(before, form);
      return Object.keys(changes).length === 0
        ? null
        : call(promotionDeskRoutes.changePromotion, { params: { id: before.id }, body: changes });
    },
    onDone: (saved) => {
      setUnchanged(saved === null);
      if (saved === null) return;
      notify.success(savedText(saved, before !== undefined));
      onClose();
    },
  });
  const preview = useMutation({
    mutationFn: (form: PromotionForm) => call(promotionDeskRoutes.previewPromotion, { body: form }),
  });
  const showFields = (error: Error) => {
    for (const [name, message] of Object.entries(errorsOf(Object.entries(fieldErrorsOf(error)))))
      if (message) setError(name as keyof Draft, { message });
  };
  const withForm = (act: (form: PromotionForm) => void) =>
    handleSubmit(() => {
      const read = readDraft(getValues(), before);
      if ('form' in read) act(read.form);
    });
  const fixed = before !== undefined && before.usage.claimed > 0;
  const failure = save.failure ?? preview.error;
  return (
    <Dialog
      open
      title={
        before ? i18n._({ id: 'promoForm.edit', message: 'Edit {name}', values: { name: before.name } }) : createText()
      }
      onClose={onClose}
      onSubmit={() => void withForm((form) => !save.isPending && save.mutate(form, { onError: showFields }))()}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button
            look="secondary"
            busy={preview.isPending}
            onClick={() => void withForm((form) => preview.mutate(form, { onError: showFields }))()}
          >
            {i18n._({ id: 'promoForm.preview', message: 'Preview' })}
          </Button>
          <Button
            type="submit"
            busy={save.isPending}
            why={unchanged ? i18n._({ id: 'profile.unchanged', message: 'Nothing has changed' }) : undefined}
          >
            {before ? i18n._({ id: 'profile.save', message: 'Save changes' }) : createText()}
          </Button>
        </>
      }
    >
      <FormProvider {...methods}>
        {failure && (
          <Failure title={failedTitle(save.failure !== null, before !== undefined)}>{errorText(failure)}</Failure>
        )}
        {preview.data && <PreviewNotice preview={preview.data} operator={operator} />}
        {fixed && (
          <p className="text-13 text-ink-soft">
            {i18n._({
              id: 'promoForm.fixed',
              message: 'Already claimed. Only name, texts, end and places can change.',
            })}
          </p>
        )}
        <div className="flex flex-col gap-2" onChange={() => setUnchanged(false)}>
          <TextFields isNew={!before} fixed={fixed} />
          <RewardFields fixed={fixed} />
          <EligibilityFields fixed={fixed} />
          <WageringFields fixed={fixed} />
        </div>
      </FormProvider>
    </Dialog>
  );
}

export const createText = () => i18n._({ id: 'promoForm.create', message: 'Create promotion' });

function resolverOf(before: OperatorPromotion | undefined): Resolver<Draft, unknown, Draft> {
  return (values) => {
    const read = readDraft(values, before);
    if ('form' in read) return { values, errors: {} };
    const errors = {};
    for (const [name, message] of Object.entries(read.errors)) set(errors, name, { type: 'custom', message });
    return { values: {}, errors };
  };
}

function savedText(saved: Saved, isEdit: boolean): string {
  if (!('id' in saved))
    return i18n._({ id: 'promoDesk.waits', message: 'Requested. A second operator must approve it.' });
  return isEdit
    ? i18n._({ id: 'promoForm.saved', message: 'Promotion saved' })
    : i18n._({ id: 'promoForm.created', message: 'Promotion created successfully' });
}

function failedTitle(isSave: boolean, isEdit: boolean): string {
  if (!isSave) return i18n._({ id: 'promoForm.previewFailed', message: 'The preview could not be made' });
  return isEdit
    ? i18n._({ id: 'promoForm.notSaved', message: 'The promotion was not changed' })
    : i18n._({ id: 'promoForm.notCreated', message: 'Failed to create promotion' });
}
