/** Screenings of the player, by a provider or recorded by hand. Until an operator clears a match, nothing can be approved. */
import type { Operator } from '@fairline/proto/auth/sessions';
import type { Infer } from '@fairline/proto/contract';
import { AmlCheck, kycDeskRoutes, type OperatorVerification } from '@fairline/proto/kyc/desk';
import { openMatches } from '@fairline/proto/screening';
import { i18n } from '@lingui/core';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { screeningName, screeningOutcome } from '../../domain/kyc/labels.ts';
import { hasPermission, useOperatorName } from '../../domain/people/operators.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Failure, Notice } from '../../ui/content/states.tsx';
import { When } from '../../ui/content/when.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { PickOne, TextArea } from '../../ui/forms/field.tsx';
import { notify } from '../../ui/notices/notify.ts';

type Check = Infer<typeof AmlCheck>;
const { kind: kinds, outcome: outcomes } = AmlCheck.shape;

export function Screenings({ verification, operator }: { verification: OperatorVerification; operator: Operator }) {
  const nameOf = useOperatorName(operator);
  const { amlChecks } = verification;
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line bg-surface p-3 text-13">
      <h2 className="text-14 font-strong">{i18n._({ id: 'screening.label', message: 'AML screening' })}</h2>
      {verification.screened === false && verification.status !== 'rejected' && openMatches(amlChecks).size === 0 && (
        <Notice tone="live">
          {i18n._({
            id: 'screening.open',
            message: 'Not screened against sanctions lists. Approving asks you to confirm.',
          })}
        </Notice>
      )}
      {amlChecks.length === 0 && (
        <p className="text-ink-soft">{i18n._({ id: 'screening.none', message: 'No screening recorded yet' })}</p>
      )}
      <ul className="flex flex-col gap-2">
        {amlChecks.toReversed().map(({ id, kind, outcome, note, checkedAt, checkedBy }) => {
          const [label, tone] = screeningOutcome(outcome);
          return (
            <li key={id} className="flex flex-col gap-1">
              <span className="flex flex-wrap items-center gap-2">
                <Badge tone={tone}>{label}</Badge>
                <span className="font-medium">{screeningName(kind)}</span>
                <span className="text-12 text-ink-soft">
                  {checkedBy && `${nameOf(checkedBy)} · `}
                  <When at={checkedAt} />
                </span>
              </span>
              {note && <span className="text-ink-soft">{note}</span>}
            </li>
          );
        })}
      </ul>
      {hasPermission(operator, 'kyc') && <RecordForm id={verification.id} />}
    </section>
  );
}

function RecordForm({ id }: { id: string }) {
  const [kind, setKind] = useState<Check['kind']>('sanctions');
  const [outcome, setOutcome] = useState<Check['outcome']>('clear');
  const [note, setNote] = useState('');
  const recording = useAction<Pick<Check, 'kind' | 'outcome' | 'note'>, OperatorVerification>({
    run: (body) => call(kycDeskRoutes.recordAmlCheck, { params: { id }, body }),
    onDone: () => {
      setNote('');
      notify.success(i18n._({ id: 'screening.recorded', message: 'Screening recorded' }));
    },
    touches: [['admin', 'kyc']],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!recording.isPending) recording.mutate({ kind, outcome, ...(note.trim() && { note: note.trim() }) });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap gap-2">
        <PickOne
          label={i18n._({ id: 'screening.kind', message: 'Screening' })}
          value={kind}
          onChange={({ target }) => setKind(kinds.catch('sanctions').parse(target.value))}
        >
          {kinds.options.map((one) => (
            <option key={one} value={one}>
              {screeningName(one)}
            </option>
          ))}
        </PickOne>
        <PickOne
          label={i18n._({ id: 'screening.outcome', message: 'Result' })}
          value={outcome}
          onChange={({ target }) => setOutcome(outcomes.catch('clear').parse(target.value))}
        >
          {outcomes.options.map((one) => (
            <option key={one} value={one}>
              {screeningOutcome(one)[0]}
            </option>
          ))}
        </PickOne>
      </div>
      <TextArea
        label={i18n._({ id: 'screening.note', message: 'Note (optional)' })}
        value={note}
        rows={2}
        maxLength={500}
        onChange={({ target }) => setNote(target.value)}
      />
      {recording.failure && (
        <Failure title={i18n._({ id: 'screening.failed', message: 'The screening could not be recorded' })}>
          {errorText(recording.failure)}
        </Failure>
      )}
      <Button type="submit" look="secondary" size="small" className="self-start" busy={recording.isPending}>
        {i18n._({ id: 'screening.record', message: 'Record screening' })}
      </Button>
    </form>
  );
}
