/**
 * The safe play of one player, on the player's page: the harm score with its markers and interventions, exclusions, and limits. Read only: the player sets
 * them.
 */
import type { Infer } from '@fairline/proto/contract';
import type { PlayCurrencyCode } from '@fairline/proto/money';
import type { Exclusion } from '@fairline/proto/risk/exclusions';
import {
  type HarmMarker,
  type HarmScore,
  harmMarkers,
  type harmRoutes,
  harmThreshold,
  type Intervention,
} from '@fairline/proto/risk/harm';
import type { PlayLimit } from '@fairline/proto/risk/limits';
import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../client/http/error-text.ts';
import { limitName, valueText } from '../../domain/safe-play/limit-labels.ts';
import { countText } from '../../figures.ts';
import { serverTexts } from '../../server-texts.ts';
import { Badge } from '../../ui/content/badge.tsx';
import { Framed, Loaded } from '../../ui/content/listed.tsx';
import { Notice, SkeletonRows } from '../../ui/content/states.tsx';
import { Table, Td, Th } from '../../ui/content/table.tsx';
import { localText, When } from '../../ui/content/when.tsx';
import { cx } from '../../ui/theme/cx.ts';
import { riskPlayerQuery } from './queries.ts';
import { exclusionName, inputTexts, interventionText } from './safe-play-labels.ts';

/** On a phone the other columns are below the first. */
const wideOnly = 'hidden md:table-cell';
const stacked = 'block text-12 text-ink-soft md:hidden';

type RiskPlayer = Infer<typeof harmRoutes.riskPlayer.reply>;

export function PlayerSafePlay({ id, currency }: { id: string; currency: PlayCurrencyCode }) {
  const query = useQuery(riskPlayerQuery(id));
  return (
    <Loaded
      query={query}
      failed={i18n._({ id: 'playerRisk.failed', message: 'Safe play could not be loaded' })}
      error={query.error && errorText(query.error)}
      waiting={<SkeletonRows count={8} className="h-10" />}
    >
      {(player) => <SafePlay player={player} currency={currency} />}
    </Loaded>
  );
}

function SafePlay({
  player: { playerId, harm, limits, exclusions, interventions, openAlerts },
  currency,
}: {
  player: RiskPlayer;
  currency: PlayCurrencyCode;
}) {
  return (
    <div className="flex flex-col gap-6">
      {openAlerts > 0 && (
        <Notice
          tone="live"
          action={
            <Link to={`/admin/risk?player=${playerId}`} className="font-medium underline underline-offset-4">
              {i18n._({ id: 'playerRisk.toAlerts', message: 'View alerts' })}
            </Link>
          }
        >
          {i18n._({
            id: 'playerRisk.openAlerts',
            message: '{count, plural, one {# open alert} other {# open alerts}}',
            values: { count: openAlerts },
          })}
        </Notice>
      )}
      <Harm harm={harm} />
      <Part
        title={i18n._({ id: 'playerRisk.exclusions', message: 'Exclusions' })}
        none={i18n._({ id: 'playerRisk.noExclusions', message: 'No exclusions' })}
      >
        {exclusions.length > 0 && <Exclusions items={exclusions} />}
      </Part>
      <Part
        title={i18n._({ id: 'userMoney.limits', message: 'Limits' })}
        none={i18n._({ id: 'playerRisk.noLimits', message: 'No limits set' })}
      >
        {limits.length > 0 && <Limits items={limits} currency={currency} />}
      </Part>
      <Part
        title={i18n._({ id: 'playerRisk.interventions', message: 'Interventions' })}
        none={i18n._({ id: 'playerRisk.noInterventions', message: 'No interventions' })}
      >
        {interventions.length > 0 && <Interventions items={interventions} />}
      </Part>
    </div>
  );
}

function Part({ title, none, children }: { title: string; none: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-14 font-strong">{title}</h2>
      {children || <p className="text-13 text-ink-soft">{none}</p>}
    </section>
  );
}

const markerText = (marker: HarmMarker) => serverTexts()?.harmMarkers[marker] ?? harmMarkers[marker].text;

function Harm({ harm: { score, markers, computedAt } }: { harm: HarmScore }) {
  return (
    <section className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-14 font-strong">{i18n._({ id: 'alert.type.harm', message: 'Harm score' })}</h2>
        <span className="figures text-20 font-strong">{score}</span>
        {score >= harmThreshold && <Badge tone="live">{i18n._({ id: 'playerRisk.atRisk', message: 'At risk' })}</Badge>}
        <span className="text-12 text-ink-soft">
          {i18n._({
            id: 'playerRisk.computed',
            message: 'of 100, computed {at}',
            values: { at: localText(computedAt) },
          })}
        </span>
      </header>
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'playerRisk.threshold',
          message:
            'At {threshold} or more: no new bonuses, no limit raised or removed, and a time-out offered before a deposit, once per UTC day.',
          values: { threshold: harmThreshold },
        })}
      </p>
      {markers.length > 0 && (
        <Framed>
          <Table label={i18n._({ id: 'playerRisk.markers', message: 'Markers' })}>
            <thead>
              <tr>
                <Th>{i18n._({ id: 'playerRisk.marker', message: 'Marker' })}</Th>
                <Th className={wideOnly}>{i18n._({ id: 'playerRisk.found', message: 'Evidence' })}</Th>
                <Th className={wideOnly}>{i18n._({ id: 'playerRisk.since', message: 'Since' })}</Th>
                <Th figures>{i18n._({ id: 'playerRisk.points', message: 'Points' })}</Th>
              </tr>
            </thead>
            <tbody>
              {markers.map(({ marker, inputs, since, points }) => (
                <tr key={marker} className="last:[&>td]:border-b-0">
                  <Td className="py-2">
                    {markerText(marker)}
                    <span className={stacked}>
                      {inputTexts(inputs).map((text) => `${text} · `)}
                      <When at={since} />
                    </span>
                  </Td>
                  <Td className={cx(wideOnly, 'min-w-32 text-ink-soft')}>{inputTexts(inputs).join(' · ') || '–'}</Td>
                  <Td className={cx(wideOnly, 'text-ink-soft')}>
                    <When at={since} />
                  </Td>
                  <Td figures>{points}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Framed>
      )}
    </section>
  );
}

function Exclusions({ items }: { items: readonly Exclusion[] }) {
  const permanent = i18n._({ id: 'playerRisk.permanent', message: 'permanent' });
  return (
    <Framed>
      <Table label={i18n._({ id: 'playerRisk.exclusions', message: 'Exclusions' })}>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'playerRisk.kind', message: 'Kind' })}</Th>
            <Th>{i18n._({ id: 'approvals.status', message: 'Status' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'auditLog.from', message: 'From' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'auditLog.until', message: 'Until' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'auditLog.reason', message: 'Reason' })}</Th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, kind, status, startsAt, endsAt, reason }) => (
            <tr key={id} className="last:[&>td]:border-b-0">
              <Td className="max-md:py-2">
                {exclusionName(kind)}
                <span className={stacked}>
                  <When at={startsAt} /> – {endsAt ? <When at={endsAt} /> : permanent}
                  <span className="block break-words">{reason}</span>
                </span>
              </Td>
              <Td>
                {status === 'active' ? (
                  <Badge tone="info">{i18n._({ id: 'playerRisk.active', message: 'In force' })}</Badge>
                ) : (
                  <Badge>{i18n._({ id: 'playerRisk.ended', message: 'Ended' })}</Badge>
                )}
              </Td>
              <Td className={cx(wideOnly, 'text-ink-soft')}>
                <When at={startsAt} />
              </Td>
              <Td className={cx(wideOnly, 'text-ink-soft')}>{endsAt ? <When at={endsAt} /> : permanent}</Td>
              <Td className={cx(wideOnly, 'max-w-80 min-w-40 break-words')}>{reason}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}

function Limits({ items, currency }: { items: readonly PlayLimit[]; currency: PlayCurrencyCode }) {
  const removed = i18n._({ id: 'playerRisk.removed', message: 'removed' });
  return (
    <Framed>
      <Table label={i18n._({ id: 'userMoney.limits', message: 'Limits' })}>
        <thead>
          <tr>
            <Th>{i18n._({ id: 'playerRisk.limit', message: 'Limit' })}</Th>
            <Th figures>{i18n._({ id: 'playerRisk.value', message: 'Value' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'playerRisk.inForceSince', message: 'In force since' })}</Th>
            <Th className={wideOnly}>{i18n._({ id: 'playerRisk.pending', message: 'Change requested' })}</Th>
          </tr>
        </thead>
        <tbody>
          {items.map((limit) => (
            <tr key={limit.id} className="last:[&>td]:border-b-0">
              <Td className="max-md:py-2">
                {limitName(limit.limitType)}
                <span className={stacked}>
                  {limit.active ? <When at={limit.effectiveFrom} /> : removed}
                  {limit.pending && <span className="block">{pendingText(limit.pending, currency)}</span>}
                </span>
              </Td>
              <Td figures>{(limit.active && valueText(limit, currency)) || '–'}</Td>
              <Td className={cx(wideOnly, 'text-ink-soft')}>
                {limit.active ? <When at={limit.effectiveFrom} /> : removed}
              </Td>
              <Td className={cx(wideOnly, 'min-w-40')}>{limit.pending ? pendingText(limit.pending, currency) : '–'}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Framed>
  );
}

function pendingText(pending: NonNullable<PlayLimit['pending']>, currency: PlayCurrencyCode): string {
  const value = valueText(pending, currency);
  const at = localText(pending.confirmableAt);
  return value === null
    ? i18n._({ id: 'playerRisk.removal', message: 'Removal; the player can confirm it from {at}', values: { at } })
    : i18n._({
        id: 'playerRisk.raise',
        message: '{value}; the player can confirm it from {at}',
        values: { value, at },
      });
}

function Interventions({ items }: { items: readonly Intervention[] }) {
  return (
    <ol className="flex max-w-content flex-col border-l border-line pl-4">
      {items.map(({ id, kind, answer, score, reasons, createdAt }) => (
        <li key={id} className="border-b border-line py-2 text-13 last:border-b-0">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">
              {interventionText({ kind, answer })} ·{' '}
              {i18n._({ id: 'playerRisk.score', message: 'Harm score {score}', values: { score: countText(score) } })}
            </span>
            <When at={createdAt} className="text-12 text-ink-soft" />
          </p>
          <p className="text-12 text-ink-soft">{reasons.map(markerText).join(' · ')}</p>
        </li>
      ))}
    </ol>
  );
}
