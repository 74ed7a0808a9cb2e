/** A story in order of time: consecutive events of one trace form a group, with operators' actions in between, each with the time since the entry before. */
import type { AuditRecord } from '@fairline/proto/risk/audit';
import type { Story, StreamEvent } from '@fairline/proto/risk/stream';

export type StoryEntry = { at: string; gapMs: number | null } & ({ event: StreamEvent } | { record: AuditRecord });

export interface StoryGroup {
  key: string;
  /** The trace of its events; operators' actions have none. */
  traceId: string | undefined;
  entries: StoryEntry[];
}

export function groupsOf({ events, records }: Pick<Story, 'events' | 'records'>): StoryGroup[] {
  const parts = [
    ...events.map((event) => ({ at: event.at, event, key: event.id, traceId: event.traceId })),
    ...records.map((record) => ({ at: record.at, record, key: record.id, traceId: undefined })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const groups: StoryGroup[] = [];
  let before: number | null = null;
  for (const { key, traceId, ...part } of parts) {
    const entry: StoryEntry = { ...part, gapMs: before === null ? null : Date.parse(part.at) - before };
    before = Date.parse(part.at);
    const last = groups.at(-1);
    if (last && traceId !== undefined && last.traceId === traceId) last.entries.push(entry);
    else groups.push({ key, traceId, entries: [entry] });
  }
  return groups;
}
