/** The editor of canned answers, the texts that agents use often. */
import type { Operator } from '@fairline/proto/auth/sessions';
import {
  type CannedAnswer,
  Message,
  Subject,
  ticketCategories,
  ticketDeskRoutes,
  ticketRules,
} from '@fairline/proto/support/tickets';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { hasPermission } from '../../domain/people/operators.ts';
import { ticketCategoryName } from '../../domain/support/labels.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Listed } from '../../ui/content/listed.tsx';
import { EmptyState, Failure } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/graphics/icon.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { cannedQuery } from './queries.ts';

export function CannedAnswers({ operator }: { operator: Operator }) {
  const query = useQuery(cannedQuery);
  const [edited, setEdited] = useState<CannedAnswer | 'new'>();
  const [removed, setRemoved] = useState<CannedAnswer>();
  const canEdit = hasPermission(operator, 'tickets');
  return (
    <div className="flex flex-col gap-4">
      {canEdit && (
        <Button size="small" className="self-start" onClick={() => setEdited('new')}>
          <Icon of={Plus} />
          {i18n._({ id: 'canned.add', message: 'Add answer' })}
        </Button>
      )}
      <Listed
        query={query}
        items={query.data?.items}
        failed={i18n._({ id: 'canned.failed', message: 'Canned answers could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <EmptyState title={i18n._({ id: 'canned.none', message: 'No canned answers yet' })}>
            {i18n._({ id: 'canned.noneHelp', message: 'Add texts that you use often.' })}
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="grid gap-3 lg:grid-cols-2">
            {items.map((answer) => (
              <li
                key={answer.id}
                className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4 text-13"
              >
                <p className="flex items-center justify-between gap-2">
                  <span className="font-strong">{answer.title}</span>
                  {answer.category && <Badge>{ticketCategoryName(answer.category)}</Badge>}
                </p>
                <p className="grow whitespace-pre-wrap text-ink-soft wrap-anywhere">{answer.text}</p>
                {canEdit && (
                  <p className="flex gap-2">
                    <Button look="secondary" size="small" onClick={() => setEdited(answer)}>
                      {i18n._({ id: 'canned.edit', message: 'Edit' })}
                    </Button>
                    <Button look="danger" size="small" onClick={() => setRemoved(answer)}>
                      {i18n._({ id: 'canned.remove', message: 'Delete' })}
                    </Button>
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </Listed>
      {edited && <EditDialog answer={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {removed && <RemoveDialog answer={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  );
}

function EditDialog({ answer, onClose }: { answer: CannedAnswer | undefined; onClose: () => void }) {
  const [title, setTitle] = useState(answer?.title ?? '');
  const [text, setText] = useState(answer?.text ?? '');
  const [category, setCategory] = useState<CannedAnswer['category'] | ''>(answer?.category ?? '');
  const [tried, setTried] = useState(false);
  const faults = {
    title: Subject.safeParse(title).error?.issues[0]?.message,
    text: Message.safeParse(text).error?.issues[0]?.message,
  };
  const save = useAction<void, CannedAnswer>({
    run: () => {
      const body = { title, text, ...(category && { category }) };
      return answer
        ? call(ticketDeskRoutes.changeCannedAnswer, { params: { id: answer.id }, body })
        : call(ticketDeskRoutes.addCannedAnswer, { body });
    },
    touches: [cannedQuery.queryKey],
    onDone: () => {
      notify.success(i18n._({ id: 'canned.saved', message: 'Answer saved' }));
      onClose();
    },
  });
  const submit = () => {
    setTried(true);
    if (!faults.title && !faults.text && !save.isPending) save.mutate();
  };
  return (
    <Dialog
      open
      title={
        answer
          ? i18n._({ id: 'canned.editTitle', message: 'Edit answer' })
          : i18n._({ id: 'canned.add', message: 'Add answer' })
      }
      onClose={onClose}
      onSubmit={submit}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" busy={save.isPending}>
            {i18n._({ id: 'canned.save', message: 'Save' })}
          </Button>
        </>
      }
    >
      {save.failure && (
        <Failure title={i18n._({ id: 'canned.saveFailed', message: 'The answer was not saved' })}>
          {errorText(save.failure)}
        </Failure>
      )}
      <TextField
        data-first
        label={i18n._({ id: 'canned.title', message: 'Title' })}
        value={title}
        maxLength={ticketRules.maxSubject}
        onChange={({ target }) => setTitle(target.value)}
        error={tried ? faults.title : undefined}
      />
      <TextArea
        label={i18n._({ id: 'canned.text', message: 'Text' })}
        rows={6}
        value={text}
        maxLength={ticketRules.maxMessage}
        onChange={({ target }) => setText(target.value)}
        error={tried ? faults.text : undefined}
      />
      <SelectField
        label={i18n._({ id: 'canned.category', message: 'Category (optional)' })}
        value={category}
        onChange={({ target }) => setCategory(target.value as typeof category)}
      >
        <option value="">{i18n._({ id: 'canned.everyCategory', message: 'Every category' })}</option>
        {ticketCategories.map((one) => (
          <option key={one} value={one}>
            {ticketCategoryName(one)}
          </option>
        ))}
      </SelectField>
    </Dialog>
  );
}

function RemoveDialog({ answer: { id, title }, onClose }: { answer: CannedAnswer; onClose: () => void }) {
  const removal = useAction<void, undefined>({
    run: () => call(ticketDeskRoutes.removeCannedAnswer, { params: { id } }),
    touches: [cannedQuery.queryKey],
    onDone: onClose,
  });
  return (
    <Dialog
      open
      title={i18n._({ id: 'canned.removeTitle', message: 'Delete “{title}”?', values: { title } })}
      onClose={onClose}
      onSubmit={() => !removal.isPending && removal.mutate()}
      foot={
        <>
          <Button look="quiet" onClick={onClose} data-first>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" look="danger" busy={removal.isPending}>
            {i18n._({ id: 'canned.remove', message: 'Delete' })}
          </Button>
        </>
      }
    >
      {removal.failure && (
        <Failure title={i18n._({ id: 'canned.removeFailed', message: 'The answer was not deleted' })}>
          {errorText(removal.failure)}
        </Failure>
      )}
      <p>
        {i18n._({
          id: 'canned.removeLead',
          message: 'It can no longer be used. Messages already sent stay unchanged.',
        })}
      </p>
    </Dialog>
  );
}
