/** A new ticket: subject, description, category, priority, the bet, round or payment it is about, and a file. */
import { catalogue, roundReference } from '@fairline/proto/games/catalogue';
import {
  type About,
  Message,
  Subject,
  TicketCategory,
  TicketPriority,
  ticketCategories,
  ticketPriorities,
  ticketRoutes,
  ticketRules,
} from '@fairline/proto/support/tickets';
import { zodResolver } from '@hookform/resolvers/zod';
import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { errorText, fieldErrorsOf } from '../../client/http/error-text.ts';
import { createIntent } from '../../client/http/intent.ts';
import { call } from '../../client/requests/call.ts';
import { betText } from '../../domain/betting/bet-labels.ts';
import { moneyText } from '../../domain/money/money.tsx';
import { typeName } from '../../domain/money/payment-labels.ts';
import { AttachmentField, attachmentFault } from '../../domain/support/attachment-field.tsx';
import { aboutName, priorityName, ticketCategoryName } from '../../domain/support/labels.ts';
import { Failure } from '../../ui/content/states.tsx';
import { localText } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { recentBetsQuery, recentPaymentsQuery, recentRoundsQuery } from './queries.ts';

export type AboutDraft = z.infer<typeof About>;

const form = z.object({ subject: Subject, description: Message, category: TicketCategory, priority: TicketPriority });
type Values = z.infer<typeof form>;

interface NewTicketProps {
  about: AboutDraft | undefined;
  onClose: () => void;
  onOpened: (id: string) => void;
}

const categoryOf = { bet: 'betting', round: 'casino', payment: 'payment' } as const;

export function NewTicket({ about: given, onClose, onOpened }: NewTicketProps) {
  const client = useQueryClient();
  const intent = useRef(createIntent());
  const [about, setAbout] = useState(given);
  const [file, setFile] = useState<File>();
  const fault = attachmentFault(file);
  const { register, handleSubmit, setError, watch, formState } = useForm<Values>({
    resolver: zodResolver(form),
    defaultValues: {
      subject: '',
      description: '',
      category: given ? categoryOf[given.type] : 'account',
      priority: 'medium',
    },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (values) => {
    if (fault) return;
    try {
      const body = { ...values, ...(about && { about }) };
      const key = intent.current.keyFor({ ...body, file: file && [file.name, file.size, file.lastModified] });
      const ticket = await call(ticketRoutes.openTicket, { body, file, key });
      intent.current.settle();
      void client.invalidateQueries({ queryKey: ['support', 'tickets'] });
      notify.success(i18n._({ id: 'support.created', message: 'Support ticket created successfully' }));
      onOpened(ticket.id);
    } catch (error) {
      intent.current.settle(error);
      const fields = fieldErrorsOf(error);
      for (const name of ['subject', 'description', 'category', 'priority'] as const)
        if (fields[name]) setError(name, { message: fields[name] });
      setError('root', { message: errorText(error) });
    }
  });
  return (
    <Dialog
      open
      title={i18n._({ id: 'support.new', message: 'New Ticket' })}
      onClose={onClose}
      onSubmit={() => !isSubmitting && void submit()}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" busy={isSubmitting}>
            {i18n._({ id: 'support.create', message: 'Create Ticket' })}
          </Button>
        </>
      }
    >
      {errors.root?.message && (
        <Failure title={i18n._({ id: 'support.createFailed', message: 'Failed to create ticket' })}>
          {errors.root.message}
        </Failure>
      )}
      <TextField
        {...register('subject')}
        data-first
        maxLength={ticketRules.maxSubject}
        label={i18n._({ id: 'support.subject', message: 'Subject' })}
        error={errors.subject?.message}
      />
      <TextArea
        {...register('description')}
        rows={5}
        maxLength={ticketRules.maxMessage}
        label={i18n._({ id: 'support.description', message: 'Description' })}
        error={errors.description?.message}
      />
      <div className="grid gap-x-3 sm:grid-cols-2">
        <SelectField
          {...register('category')}
          label={i18n._({ id: 'support.category', message: 'Category' })}
          help={
            watch('category') === 'complaint' &&
            i18n._({
              id: 'support.complaintHelp',
              message: 'You get our final answer within {weeks} weeks.',
              values: { weeks: ticketRules.complaintWeeks },
            })
          }
        >
          {ticketCategories.map((category) => (
            <option key={category} value={category}>
              {ticketCategoryName(category)}
            </option>
          ))}
        </SelectField>
        <SelectField {...register('priority')} label={i18n._({ id: 'support.priority', message: 'Priority' })}>
          {ticketPriorities.map((priority) => (
            <option key={priority} value={priority}>
              {priorityName(priority)}
            </option>
          ))}
        </SelectField>
      </div>
      <AboutPicker about={about} onAbout={setAbout} />
      <AttachmentField file={file} onFile={setFile} />
    </Dialog>
  );
}

function AboutPicker({
  about,
  onAbout,
}: {
  about: AboutDraft | undefined;
  onAbout: (about: AboutDraft | undefined) => void;
}) {
  const [type, setType] = useState<AboutDraft['type'] | ''>(about?.type ?? '');
  const options = useRecords(type);
  const isListed = options.some(({ id }) => id === about?.id);
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      <SelectField
        label={i18n._({ id: 'support.about', message: 'About (optional)' })}
        value={type}
        onChange={({ target }) => {
          setType(target.value as typeof type);
          onAbout(undefined);
        }}
      >
        <option value="">{i18n._({ id: 'support.aboutNothing', message: 'Nothing in particular' })}</option>
        {(['bet', 'round', 'payment'] as const).map((one) => (
          <option key={one} value={one}>
            {aboutName({ type: one, id: '' })}
          </option>
        ))}
      </SelectField>
      {type && (
        <SelectField
          label={i18n._({ id: 'support.which', message: 'Which one' })}
          value={about?.id ?? ''}
          onChange={({ target }) => onAbout(target.value ? { type, id: target.value } : undefined)}
        >
          <option value="">{i18n._({ id: 'support.choose', message: 'Choose…' })}</option>
          {about && !isListed && <option value={about.id}>#{about.id.slice(-8)}</option>}
          {options.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

/** The newest records of a kind, one line each. */
function useRecords(type: AboutDraft['type'] | ''): { id: string; label: string }[] {
  const bets = useQuery({ ...recentBetsQuery, enabled: type === 'bet' });
  const rounds = useQuery({ ...recentRoundsQuery, enabled: type === 'round' });
  const payments = useQuery({ ...recentPaymentsQuery, enabled: type === 'payment' });
  if (type === 'bet') {
    return (bets.data?.items ?? []).map((bet) => ({
      id: bet.id,
      label: `${localText(bet.placedAt)} · ${moneyText(bet.stakeMinor, bet.currency)} · ${betText(bet)}`,
    }));
  }
  if (type === 'round') {
    return (rounds.data?.items ?? []).map((round) => ({
      id: round.id,
      label: `${localText(round.createdAt)} · ${catalogue[round.gameId].name} · ${moneyText(round.wagerMinor, round.currency)} · ${roundReference(round.id)}`,
    }));
  }
  if (type !== 'payment') return [];
  return (payments.data?.items ?? []).map((payment) => ({
    id: payment.id,
    label: `${localText(payment.submittedAt)} · ${typeName(payment.type)} · ${moneyText(payment.amountMinor, payment.currency)}`,
  }));
}
