/** Self-exclusion: timed or permanent, with a reason; the current one and earlier ones. It can be requested even if the current one cannot be loaded. */
import type { Exclusion, ExclusionBody } from '@fairline/proto/risk/exclusions';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../../client/http/error-text.ts';
import { dayText } from '../../../domain/people/display-settings.ts';
import { useJurisdictionRules } from '../../../domain/people/jurisdiction.ts';
import { useExclusion } from '../../../domain/safe-play/exclusion.ts';
import { exclusionQuery } from '../../../domain/safe-play/queries.ts';
import { useNow } from '../../../ui/browser/use-now.ts';
import { Failure, SkeletonRows } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Segments } from '../../../ui/controls/segments.tsx';
import { SelectField, TextArea } from '../../../ui/forms/field.tsx';
import { ExclusionDialog } from './exclusion-dialog.tsx';
import { ExclusionNow } from './exclusion-now.tsx';
import { type Days, daysText, isTimeOut, longerDays } from './lengths.ts';

type Kind = 'timed' | 'permanent';

const needed = 'Please provide a reason for self-exclusion';

export function ExclusionForm() {
  const query = useQuery(exclusionQuery);
  const current = useExclusion();
  const nowMs = useNow();
  const rules = useJurisdictionRules();
  const [taken, setTaken] = useState(false);
  if (query.isPending) return <SkeletonRows count={3} className="h-11" />;
  return (
    <div className="flex flex-col gap-4">
      {query.error && !query.data && (
        <Failure title={i18n._({ id: 'safe.exclusion.unread', message: 'Your self-exclusion could not be loaded' })}>
          {errorText(query.error)}
        </Failure>
      )}
      {current && <ExclusionNow exclusion={current} taken={taken} />}
      {(!current || current.endsAt !== undefined) && (
        <Form days={longerDays(current, nowMs, rules)} isLonger={current !== undefined} onDone={() => setTaken(true)} />
      )}
      {query.data && (
        <Earlier
          exclusions={[query.data.current, ...query.data.items].filter(
            (one) => one !== undefined && one.id !== current?.id,
          )}
        />
      )}
    </div>
  );
}

/** Includes the one that has ended since it was loaded. */
function Earlier({ exclusions }: { exclusions: readonly (Exclusion | undefined)[] }) {
  if (exclusions.length === 0) return null;
  return (
    <div>
      <h3 className="text-13 font-medium">{i18n._({ id: 'safe.exclusion.earlier', message: 'Earlier' })}</h3>
      <ul className="mt-1 flex flex-col gap-1 text-13 text-ink-soft">
        {exclusions.map(
          (one) =>
            one && (
              <li key={one.id}>
                {one.kind === 'time_out'
                  ? i18n._({ id: 'safe.kind.timeOut', message: 'Time-out' })
                  : i18n._({ id: 'safe.kind.exclusion', message: 'Self-exclusion' })}
                : {dayText(one.startsAt)} – {one.endsAt && dayText(one.endsAt)}
              </li>
            ),
        )}
      </ul>
    </div>
  );
}

/** `days`: the offered lengths; if empty, only permanent is offered. */
function Form({ days: offered, isLonger, onDone }: { days: readonly Days[]; isLonger: boolean; onDone: () => void }) {
  const [wantedKind, setKind] = useState<Kind>('timed');
  const [wantedDays, setDays] = useState<Days>(30);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [wish, setWish] = useState<ExclusionBody | null>(null);
  const days = offered.includes(wantedDays) ? wantedDays : offered[0];
  const kind = days === undefined ? 'permanent' : wantedKind;
  const isPause = kind === 'timed' && isTimeOut(days);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = reason.trim();
    setError(typed ? undefined : needed);
    if (typed)
      setWish(kind === 'timed' && days !== undefined ? { days, reason: typed } : { permanent: true, reason: typed });
  };
  return (
    <>
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        {isLonger && (
          <h3 className="text-13 font-medium">{i18n._({ id: 'safe.longer', message: 'Make it longer' })}</h3>
        )}
        {days !== undefined && (
          <Segments
            label={i18n._({ id: 'safe.exclusion.type', message: 'Type' })}
            value={kind}
            options={[
              { id: 'timed', label: i18n._({ id: 'safe.exclusion.timed', message: 'For a set time' }) },
              { id: 'permanent', label: i18n._({ id: 'safe.exclusion.permanent', message: 'Permanent' }) },
            ]}
            onChange={setKind}
          />
        )}
        {kind === 'timed' && (
          <SelectField
            label={i18n._({ id: 'safe.exclusion.duration', message: 'Duration' })}
            help={
              isPause
                ? i18n._({ id: 'safe.exclusion.isTimeOut', message: 'Up to 90 days this is a time-out.' })
                : i18n._({ id: 'safe.exclusion.isExclusion', message: 'From 180 days on this is a self-exclusion.' })
            }
            value={days}
            onChange={({ target }) => setDays(offered.find((one) => String(one) === target.value) ?? wantedDays)}
          >
            {offered.map((one) => (
              <option key={one} value={one}>
                {daysText(one)}
              </option>
            ))}
          </SelectField>
        )}
        <TextArea
          label={i18n._({ id: 'safe.exclusion.reason', message: 'Reason' })}
          help={i18n._({ id: 'safe.exclusion.reasonRead', message: 'Our staff can read it.' })}
          value={reason}
          maxLength={500}
          rows={3}
          error={error}
          onChange={({ target }) => {
            setReason(target.value);
            setError(undefined);
          }}
        />
        <div className="flex">
          <Button type="submit" look="danger">
            {(isPause && i18n._({ id: 'safe.timeOut.take', message: 'Take a time-out' })) ||
              (kind === 'timed'
                ? i18n._({ id: 'safe.exclude.me', message: 'Exclude myself' })
                : i18n._({ id: 'safe.exclude.forGood', message: 'Exclude myself permanently' }))}
          </Button>
        </div>
      </form>
      <ExclusionDialog
        wish={wish}
        onClose={() => setWish(null)}
        onDone={() => {
          setReason('');
          onDone();
        }}
      />
    </>
  );
}
