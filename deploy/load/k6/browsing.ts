/** Somebody looks around without signing in: the sports, a list of fixtures, the page of one event. */
import exec from 'k6/execution';
import { call, readAll } from './calls.ts';
import type { Ground } from './people.ts';

const lists = ['', '?live=true', '?live=false', '?q=united'];

export function browse({ fixtureIds }: Ground): void {
  const turn = exec.scenario.iterationInTest;
  readAll(['/api/betting/sports', '/api/betting/summary', `/api/betting/fixtures${lists[turn % lists.length]}`]);
  // An event that began or ended since is another page, or none.
  if (fixtureIds.length > 0) call('GET', `/api/betting/fixtures/${fixtureIds[turn % fixtureIds.length]}`, { refusals: [404] });
}
