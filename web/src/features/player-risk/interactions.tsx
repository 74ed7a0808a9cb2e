/** The log of interactions with a player, newest first, automatic ones marked, and the dialog that records one. Entries are evidence: they are never changed. */
import type { Operator } from '@fairline/proto/auth/sessions';
import { type Interaction, interactionKinds, interactionOutcomes, levelRoutes } from '@fairline/proto/risk/levels';
import { i18n } from '@lingui/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { countText } from '../../figures.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Listed } from '../../ui/content/listed.tsx';
import { Failure } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SelectField, TextArea } from '../../ui/forms/field.tsx';
import { notify } from '../../ui/notices/notify.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { interactionKindName, interactionText, outcomeName, subjectName } from './interaction-labels.ts';
import { interactionsQuery } from './queries.ts';

interface InteractionsProps {
  id: string;
  operator: Operator;
}

export function Interactions({ id, operator }: InteractionsProps) {
  const query = useInfiniteQuery(interactionsQuery(id));
  const [recording, setRecording] = useState(false);
  const nameOf = useOperatorName(operator);
  return (
    <section aria-labelledby="interactions" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="interactions" className="text-14 font-strong">
          {i18n._({ id: 'interaction.title', message: 'Interactions' })}
        </h2>
        {hasPermission(operator, 'risk') && (
          <Button size="small" look="secondary" onClick={() => setRecording(true)}>
            {i18n._({ id: 'interaction.record', message: 'Record interaction' })}
          </Button>
        )}
      </header>
      <Listed
        query={query}
        items={query.data?.pages.flatMap(({ items }) => items)}
        failed={i18n._({ id: 'interaction.failed', message: 'Interactions could not be loaded' })}
        error={query.error && errorText(query.error)}
        empty={
          <p className="text-13 text-ink-soft">{i18n._({ id: 'interaction.none', message: 'No interactions' })}</p>
        }
      >
        {(items) => (
          <ol aria-labelledby="interactions" className="flex max-w-content flex-col gap-2">
            {items.map((interaction) => (
              <Entry key={interaction.id} interaction={interaction} nameOf={nameOf} />
            ))}
          </ol>
        )}
      </Listed>
      {recording && <RecordDialog id={id} onClose={() => setRecording(false)} />}
    </section>
  );
}

function Entry({ interaction, nameOf }: { interaction: Interaction; nameOf: (id: string) => string }) {
  const { kind, subject, outcome, operatorId, harmScore, at } = interaction;
  const isAutomatic = kind === 'automatic';
  return (
    <li
      className={
        isAutomatic
          ? 'border-l border-line py-1 pl-4 text-13'
          : 'rounded-card border border-line bg-surface px-4 py-3 text-13'
      }
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isAutomatic ? 'plain' : 'info'}>{interactionKindName(kind)}</Badge>
        <span className="font-medium">{subjectName(subject)}</span>
        {outcome && <Badge>{outcomeName(outcome)}</Badge>}
        <When at={at} className="ml-auto text-12 text-ink-soft" />
      </p>
      <p className="mt-1 break-words whitespace-pre-wrap">{interactionText(interaction)}</p>
      <p className="mt-1 text-12 text-ink-soft">
        {[
          operatorId && nameOf(operatorId),
          i18n._({ id: 'playerRisk.score', message: 'Harm score {score}', values: { score: countText(harmScore) } }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  );
}

const subjects = [
  'safe_play',
  'fraud',
  'source_of_funds',
  'other',
] as const satisfies readonly Interaction['subject'][];
const kinds = interactionKinds.filter((kind) => kind !== 'automatic');
type Outcome = (typeof interactionOutcomes)[number];

function RecordDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [kind, setKind] = useState<(typeof kinds)[number]>('call');
  const [subject, setSubject] = useState<Interaction['subject']>('safe_play');
  const [outcome, setOutcome] = useState<Outcome | ''>('');
  const [text, setText] = useState('');
  const typed = text.trim();
  const recording = useAction<{ text: string }, Interaction>({
    run: (input, key) =>
      call(levelRoutes.addInteraction, {
        params: { id },
        body: { kind, subject, ...input, ...(outcome !== '' && { outcome }) },
        key,
      }),
    onDone: () => {
      notify.success(i18n._({ id: 'interaction.recorded', message: 'Interaction recorded' }));
      onClose();
    },
    touches: [['admin', 'risk', 'player', id]],
  });
  const label = i18n._({ id: 'interaction.record', message: 'Record interaction' });
  const missing =
    typed === '' && i18n._({ id: 'interaction.needed', message: 'Please describe what was said or done' });
  return (
    <Dialog
      open
      title={label}
      onClose={onClose}
      onSubmit={() => !missing && !recording.isPending && recording.mutate({ text: typed })}
      foot={
        <>
          <Button look="quiet" onClick={onClose}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" busy={recording.isPending} why={missing}>
            {label}
          </Button>
        </>
      }
    >
      {recording.failure && (
        <Failure title={i18n._({ id: 'interaction.notRecorded', message: 'The interaction was not recorded' })}>
          {errorText(recording.failure)}
        </Failure>
      )}
      <div className="grid grid-cols-1 gap-x-2 sm:grid-cols-2">
        <Pick
          label={i18n._({ id: 'interaction.kind', message: 'Contact type' })}
          options={kinds}
          value={kind}
          nameOf={interactionKindName}
          onPick={setKind}
          first
        />
        <Pick
          label={i18n._({ id: 'interaction.subject', message: 'Subject' })}
          options={subjects}
          value={subject}
          nameOf={subjectName}
          onPick={setSubject}
        />
      </div>
      <Pick
        label={i18n._({ id: 'interaction.outcome', message: 'Outcome (optional)' })}
        options={['', ...interactionOutcomes] as const}
        value={outcome}
        nameOf={(one) => (one === '' ? '–' : outcomeName(one))}
        onPick={setOutcome}
      />
      <TextArea
        label={i18n._({ id: 'interaction.text', message: 'What was said or done. Cannot be edited or deleted later.' })}
        value={text}
        maxLength={2_000}
        rows={4}
        onChange={({ target }) => setText(target.value)}
      />
    </Dialog>
  );
}

interface PickProps<Option extends string> {
  label: string;
  options: readonly Option[];
  value: Option;
  nameOf: (option: Option) => string;
  onPick: (option: Option) => void;
  first?: boolean;
}

function Pick<Option extends string>({ label, options, value, nameOf, onPick, first = false }: PickProps<Option>) {
  return (
    <SelectField
      label={label}
      data-first={first || undefined}
      value={value}
      onChange={({ target }) => onPick(options.find((option) => option === target.value) ?? value)}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {nameOf(option)}
        </option>
      ))}
    </SelectField>
  );
}
