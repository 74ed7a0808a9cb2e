/** A player reads the promotions and claims one they are eligible for. */
import { call } from './calls.ts';
import { type Ground, player } from './people.ts';

interface Promotion {
  readonly id: string;
  readonly claimed?: true;
  readonly eligible?: boolean;
}

export function lookForPromotions(ground: Ground): void {
  const token = player(ground);
  const offered = call<{ items: Promotion[] }>('GET', '/api/promotions', { token })?.items ?? [];
  const wanted = offered.find(({ claimed, eligible }) => eligible && !claimed);
  if (wanted)
    call('POST', `/api/promotions/${wanted.id}/claim`, { token, body: {}, keyed: true, status: 201, refusals: [403] });
  call('GET', '/api/promotions/claims', { token });
  call('GET', '/api/promotions/points', { token });
}
