/**
 * Enters the result of a market, voids its bets or reverts it to the feed: first a preview, then the reason, then the decision. The decision names the preview
 * that the operator saw; if bets have changed since, a new preview is shown.
 */
import {
  type Decision,
  type DecisionInput,
  type DecisionPreview,
  deskRefusals,
  deskRoutes,
  type FixtureStart,
  resultsAllowed,
  type TradingMarket,
} from '@fairline/proto/betting/desk';
import { Refusal } from '@fairline/proto/contract';
import { canDeadHeat, type LegResult } from '@fairline/proto/feed';
import { i18n } from '@lingui/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../../client/http/error-text.ts';
import { useAction } from '../../../client/requests/action.ts';
import { call } from '../../../client/requests/call.ts';
import { feedText } from '../../../domain/betting/market-labels.ts';
import { useNow } from '../../../ui/browser/use-now.ts';
import { Failure, Notice } from '../../../ui/content/states.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox, PickOne, TextArea, TextField } from '../../../ui/forms/field.tsx';
import { notify } from '../../../ui/notices/notify.ts';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { resultName } from '../markets/labels.ts';
import {
  contradictsItself,
  type Draft,
  decisionOf,
  draftOf,
  fillResults,
  type Heat,
  hasBadHeat,
  twoForOne,
} from './decision-draft.ts';
import { decisionKindName } from './labels.ts';
import { changedBy, PreviewDetails } from './preview-details.tsx';

interface DecisionSheetProps {
  market: TradingMarket;
  fixture: FixtureStart;
  /** Fixture and market. */
  name: string;
  kind: DecisionInput['kind'];
  onClose: () => void;
}

export function DecisionSheet({ market, fixture, name, kind, onClose }: DecisionSheetProps) {
  const allowed = resultsAllowed(fixture, useNow());
  const early = kind === 'result' && earlyText(fixture.status, allowed);
  const [draft, setDraft] = useState(() => draftOf(market, allowed));
  const decision = decisionOf(kind, market, draft);
  const [seen, setSeen] = useState<{ print: string; preview: DecisionPreview }>();
  const looking = useAction<DecisionInput, DecisionPreview>({
    run: (asked) => call(deskRoutes.previewDecision, { params: { id: market.id }, body: { decision: asked } }),
    onDone: (preview, asked) => setSeen({ print: JSON.stringify(asked), preview }),
    touches: [],
  });
  // Changed input is another decision, which needs a new preview.
  const preview = seen && seen.print === JSON.stringify(decision) ? seen.preview : undefined;
  return (
    <Sheet open onClose={onClose} title={`${decisionKindName(kind)}: ${name}`}>
      <div className="flex flex-col gap-4 p-4 text-13">
        <p>{leadText(kind)}</p>
        {early && <Notice tone="live">{early}</Notice>}
        {kind === 'result' && <Results market={market} allowed={allowed} draft={draft} onDraft={setDraft} />}
        {kind === 'void' && <Window draft={draft} onDraft={setDraft} />}
        {decision && contradictsItself(decision) && (
          <Notice tone="live">
            {i18n._({
              id: 'decide.contradicts',
              message:
                'These results cannot all be true: usually one selection wins, or all are void. Please check again.',
            })}
          </Notice>
        )}
        {looking.failure && (
          <Failure title={i18n._({ id: 'decide.previewFailed', message: 'The preview could not be loaded' })}>
            {errorText(looking.failure)}
          </Failure>
        )}
        {decision && preview ? (
          <Apply
            market={market}
            decision={decision}
            preview={preview}
            onLook={() => looking.mutate(decision)}
            onDone={onClose}
          />
        ) : (
          <Button
            className="self-start"
            busy={looking.isPending}
            why={!decision && missingText(kind, draft)}
            onClick={() => decision && looking.mutate(decision)}
          >
            {i18n._({ id: 'decide.preview', message: 'Preview' })}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

function leadText(kind: DecisionInput['kind']): string {
  switch (kind) {
    case 'result':
      return i18n._({
        id: 'decide.resultLead',
        message: 'Your result overrides the feed. Bets that were settled differently are resettled.',
      });
    case 'void':
      return i18n._({
        id: 'decide.voidLead',
        message: 'Voids the selections of bets placed within this window. Leave both ends empty to void all of them.',
      });
    case 'release':
      return i18n._({
        id: 'decide.releaseLead',
        message: "Operators' decisions on this market no longer apply; the feed's result does.",
      });
  }
}

/** A result before the end of the match is seldom intended, and before its start refused. While the feed is down the match may have been played. */
function earlyText(status: FixtureStart['status'], allowed: readonly LegResult[]): string | null {
  if (!allowed.includes('won'))
    return i18n._({ id: 'decide.notBegun', message: 'The match has not started, so its selections can only be void.' });
  if (status === 'live')
    return i18n._({
      id: 'decide.inPlay',
      message: 'The match is still in play. Your result settles its bets now, whatever happens next.',
    });
  if (status === 'upcoming')
    return i18n._({
      id: 'decide.unreported',
      message: 'The feed has not reported the start of the match. Your result settles its bets now.',
    });
  return null;
}

function missingText(kind: DecisionInput['kind'], draft: Draft): string {
  if (kind === 'result' && hasBadHeat(draft))
    return i18n._({ id: 'decide.badHeat', message: 'A dead heat has fewer places than sides' });
  return kind === 'void'
    ? i18n._({ id: 'decide.badWindow', message: 'The window must start before it ends' })
    : i18n._({ id: 'decide.incomplete', message: 'Enter a result for every selection' });
}

interface ResultsProps {
  market: TradingMarket;
  allowed: readonly LegResult[];
  draft: Draft;
  onDraft: (draft: Draft) => void;
}

function Results({ market, allowed, draft, onDraft }: ResultsProps) {
  const { results, heats } = draft;
  const fill = (winner: string | null) => onDraft({ ...draft, results: fillResults(market, winner), heats: {} });
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1 text-12 text-ink-soft">{i18n._({ id: 'decide.quick', message: 'Fill in all' })}</legend>
        {allowed.includes('won') &&
          market.selections.map(({ id, name }) => (
            <Button key={id} look="secondary" size="small" onClick={() => fill(id)}>
              {i18n._({ id: 'decide.wins', message: '{selection} won', values: { selection: feedText(name) } })}
            </Button>
          ))}
        <Button look="secondary" size="small" onClick={() => fill(null)}>
          {i18n._({ id: 'decide.allVoid', message: 'All void' })}
        </Button>
      </fieldset>
      <ul className="flex flex-col rounded-card border border-line">
        {market.selections.map(({ id, name }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-b border-line px-3 py-2 last:border-b-0"
          >
            <span className="min-w-0 font-medium break-words">{feedText(name)}</span>
            <PickOne
              aria-label={i18n._({
                id: 'decide.resultOf',
                message: 'Result of {selection}',
                values: { selection: feedText(name) },
              })}
              label=""
              value={results[id] ?? ''}
              onChange={({ target }) => {
                const result = allowed.find((option) => option === target.value);
                if (result) onDraft({ ...draft, results: { ...results, [id]: result } });
              }}
            >
              {!results[id] && <option value="">{i18n._({ id: 'stops.pick', message: 'Choose…' })}</option>}
              {allowed.map((option) => (
                <option key={option} value={option}>
                  {resultName(option)[0]}
                </option>
              ))}
            </PickOne>
            {results[id] && canDeadHeat(results[id]) && (
              <DeadHeatFields
                name={feedText(name)}
                heat={heats[id]}
                onHeat={(heat) => onDraft({ ...draft, heats: withHeat(heats, id, heat) })}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function withHeat(heats: Draft['heats'], id: string, heat: Heat | undefined): Draft['heats'] {
  const { [id]: _before, ...others } = heats;
  return heat ? { ...others, [id]: heat } : others;
}

/** Whether a selection won in a dead heat, and of how many for how many places. */
function DeadHeatFields({
  name,
  heat,
  onHeat,
}: {
  name: string;
  heat: Heat | undefined;
  onHeat: (heat: Heat | undefined) => void;
}) {
  const field = 'h-9 w-14 rounded-control border border-control bg-surface px-2 text-13';
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 text-12">
      <Checkbox
        label={i18n._({ id: 'decide.deadHeat', message: 'Dead heat' })}
        aria-label={i18n._({
          id: 'decide.deadHeatOf',
          message: 'Dead heat of {selection}',
          values: { selection: name },
        })}
        checked={heat !== undefined}
        onChange={({ target }) => onHeat(target.checked ? twoForOne : undefined)}
      />
      {heat && (
        <span className="flex items-center gap-2 text-ink-soft">
          <label className="flex items-center gap-2">
            {i18n._({ id: 'decide.heatSides', message: 'Sides' })}
            <input
              className={field}
              inputMode="numeric"
              value={heat.of}
              maxLength={3}
              onChange={({ target }) => onHeat({ ...heat, of: target.value })}
            />
          </label>
          <label className="flex items-center gap-2">
            {i18n._({ id: 'decide.heatPlaces', message: 'Places they share' })}
            <input
              className={field}
              inputMode="numeric"
              value={heat.places}
              maxLength={2}
              onChange={({ target }) => onHeat({ ...heat, places: target.value })}
            />
          </label>
        </span>
      )}
    </div>
  );
}

function Window({ draft, onDraft }: { draft: Draft; onDraft: (draft: Draft) => void }) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="flex flex-col">
      <TextField
        type="datetime-local"
        step={1}
        label={i18n._({ id: 'decide.from', message: 'Placed from' })}
        help={i18n._({ id: 'decide.fromHelp', message: 'Empty: from the first bet' })}
        value={draft.from}
        onChange={({ target }) => onDraft({ ...draft, from: target.value })}
      />
      <TextField
        type="datetime-local"
        step={1}
        label={i18n._({ id: 'decide.until', message: 'Placed until' })}
        help={i18n._({
          id: 'decide.untilHelp',
          message: 'Empty: to the last bet. Times are in {zone}.',
          values: { zone },
        })}
        value={draft.until}
        onChange={({ target }) => onDraft({ ...draft, until: target.value })}
      />
    </div>
  );
}

interface ApplyProps {
  market: TradingMarket;
  decision: DecisionInput;
  preview: DecisionPreview;
  /** Loads a new preview if the bets have changed. */
  onLook: () => void;
  onDone: () => void;
}

function Apply({ market, decision, preview, onLook, onDone }: ApplyProps) {
  const [reason, setReason] = useState('');
  const typed = reason.trim();
  const deciding = useAction<{ fingerprint: string; reason: string }, Decision>({
    run: (entered, key) => call(deskRoutes.decide, { params: { id: market.id }, body: { decision, ...entered }, key }),
    onDone: ({ status }) => {
      if (status === 'pending')
        notify.success(i18n._({ id: 'decide.asked', message: 'Recorded. A second operator must approve it.' }));
      else notify.success(i18n._({ id: 'decide.applied', message: 'Applied. Bets are being settled.' }));
      onDone();
    },
  });
  const changed = deciding.failure instanceof Refusal && deciding.failure.is(deskRefusals.previewChanged);
  const why = typed === '' && i18n._({ id: 'reason.needed', message: 'Please give a reason' });
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!why && !deciding.isPending) deciding.mutate({ fingerprint: preview.fingerprint, reason: typed });
      }}
    >
      <PreviewDetails preview={preview} />
      {preview.needsSecond && (
        <Notice
          tone="live"
          action={
            <Link to="/admin/trading/decisions" className="font-medium underline underline-offset-4">
              {i18n._({ id: 'trading.decisions', message: 'Decisions' })}
            </Link>
          }
        >
          {i18n._({ id: 'decide.needsSecond', message: 'A second operator must approve before anything changes.' })}
        </Notice>
      )}
      {deciding.failure && (
        <Failure title={i18n._({ id: 'decide.failed', message: 'The decision was not saved' })}>
          {errorText(deciding.failure)}
          {changed && (
            <Button look="secondary" size="small" className="mt-2 flex" onClick={onLook}>
              {i18n._({ id: 'decide.lookAgain', message: 'Refresh the preview' })}
            </Button>
          )}
        </Failure>
      )}
      <TextArea
        autoFocus
        label={i18n._({ id: 'reason.label', message: 'Reason, kept on the record' })}
        value={reason}
        maxLength={500}
        rows={2}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="sticky bottom-0 -mx-4 -mb-4 flex justify-end border-t border-line bg-surface p-4">
        <Button type="submit" busy={deciding.isPending} why={why}>
          {preview.needsSecond
            ? i18n._({ id: 'decide.ask', message: 'Ask a second operator' })
            : i18n._({
                id: 'decide.apply',
                message: 'Apply, {count, plural, =0 {no bet changes} one {# bet changes} other {# bets change}}',
                values: { count: changedBy(preview) },
              })}
        </Button>
      </div>
    </form>
  );
}
