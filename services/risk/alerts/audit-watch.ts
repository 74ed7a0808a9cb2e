/** Watches the end of the audit log: raises an alert when rows or heads are cut off, or when a service has other actions than the log. */

import type { Clock } from '@fairline/chassis/process/clock';
import { dayMs } from '@fairline/proto/time';
import type { HeadWriter } from '../audit/commands.ts';
import { type ComparedParts, compareActions, type Difference, settledMs } from '../audit/comparison.ts';
import { type Fault, verifyTail } from '../audit/verification.ts';
import type { Risk } from '../config.ts';
import { raiseAlerts } from './commands.ts';
import { alertText } from './english.ts';
import type { Draft } from './intake.ts';

/** Half of the time within which a difference must be found: it counts when it is seen twice. */
export const watchEveryMs = 20_000;
/** A start looks back further, because rows may have been cut off while risk was down. */
const firstDays = 28;

export class AuditWatch {
  /** Differences of the last look, by service, day and number. */
  private suspected: ReadonlySet<string> = new Set();
  private isFirst = true;
  private readonly risk: Pick<Risk, 'db' | 'auditHeadFile'> & ComparedParts & { readonly clock: Clock };
  private readonly heads: Pick<HeadWriter, 'write'>;

  constructor(risk: AuditWatch['risk'], heads: AuditWatch['heads']) {
    this.risk = risk;
    this.heads = heads;
  }

  /** Writes the newest head at the end: a head that is missing in the file has raised its alert, and so have rows that are missing in the log. */
  async look(): Promise<void> {
    const { db, auditHeadFile, clock } = this.risk;
    const fault = await verifyTail(db, auditHeadFile, clock.now());
    const drafts = [...(fault ? [faultDraft(fault)] : []), ...(await this.newDifferences()).map(differenceDraft)];
    if (drafts.length > 0) await db.tx((tx) => raiseAlerts(tx, drafts, clock.now()));
    await this.heads.write();
  }

  /** The differences that this look and the one before it found. */
  private async newDifferences(): Promise<Difference[]> {
    const until = new Date(this.risk.clock.now().getTime() - settledMs);
    const today = Math.floor(until.getTime() / dayMs) * dayMs;
    const from = new Date(today - (this.isFirst ? firstDays : 1) * dayMs);
    const { differences, uncompared } = await compareActions(this.risk, from, until);
    const twice = differences.filter((one) => this.suspected.has(keyOf(one)));
    this.suspected = new Set(differences.map(keyOf));
    this.isFirst &&= uncompared.length > 0 || differences.length > twice.length;
    return twice;
  }
}

/** By the number of missing actions, so that a second cut of a day is another difference, and actions that follow are not. */
const keyOf = ({ service, day, committed, logged }: Difference) => `${service} ${day} ${committed - logged}`;
const about = { type: 'audit_log', id: 'audit_log' } as const;

function faultDraft({ kind, sequence }: Fault): Draft {
  return {
    cause: `audit_tampered ${kind} ${sequence}`,
    type: 'round_mismatch',
    ...(kind === 'file' ? alertText('audit_heads_cut', { sequence }) : alertText('audit_rows_changed', { sequence })),
    about,
  };
}

function differenceDraft(difference: Difference): Draft {
  const { service, day, committed, logged } = difference;
  return {
    cause: `audit_tampered ${keyOf(difference)}`,
    type: 'round_mismatch',
    ...alertText('audit_actions_differ', { service, day, committed, logged }),
    about,
  };
}
