/** Jobs. They find what is due in the documents, so a restart loses nothing. */
import type { Job } from '@fairline/chassis/storage/jobs';
import { endIdleChats, Queue, sweepAgents } from './chats/sweeps.ts';
import type { SupportContext } from './context.ts';
import { closeResolved } from './tickets/commands.ts';
import { sweepFiles } from './tickets/files.ts';

export function jobsOf(context: SupportContext): Job[] {
  const queue = new Queue(context);
  return [
    { name: 'assign_chats', everyMs: 250, where: 'leased', run: () => queue.run() },
    { name: 'sweep_agents', everyMs: 1_000, where: 'leased', run: () => sweepAgents(context) },
    { name: 'end_idle_chats', everyMs: 10_000, where: 'leased', run: () => endIdleChats(context) },
    { name: 'close_resolved', everyMs: 60_000, where: 'leased', run: () => closeResolved(context) },
    { name: 'sweep_files', everyMs: 60_000, where: 'leased', run: () => sweepFiles(context) },
  ];
}
