/** A visitor browses without signing in: the sports, a list of fixtures, the page of one event. */
import exec from 'k6/execution';
import { call, readAll } from './calls.ts';
import type { Ground } from './people.ts';

const lists = ['', '?live=true', '?live=false', '?q=united'];

export function browse({ fixtureIds }: Ground): void {
  const turn = exec.scenario.iterationInTest;
  readAll(['/api/betting/sports', '/api/betting/summary', `/api/betting/fixtures${lists[turn % lists.length]}`]);
  // 404 is expected for a fixture that has ended since.
  if (fixtureIds.length > 0)
    call('GET', `/api/betting/fixtures/${fixtureIds[turn % fixtureIds.length]}`, { refusals: [404] });
}
