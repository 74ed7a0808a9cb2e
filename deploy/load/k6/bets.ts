/** Places single bets on selections on offer, at any price. A repeat keeps the idempotency key. */
import exec from 'k6/execution';
import { call } from './calls.ts';
import { type Ground, player, readOffer, type Selection } from './people.ts';

/** The lowest stake allowed. */
const stakeMinor = 100;
/** The offer is read again after this time, because fixtures start and markets close. */
const offerLastsMs = 5 * 60_000;

let offer: { readonly selections: readonly Selection[]; readonly atMs: number } | undefined;

export function placeBet(ground: Ground): void {
  const { selections } = currentOffer(ground);
  const selection = selections[(exec.scenario.iterationInTest * 7 + exec.vu.idInTest) % selections.length];
  if (!selection) throw new Error('nothing is on offer');
  const legs = [{ selectionId: selection.id, oddsMilli: selection.oddsMilli }];
  const body = { type: 'single', stakeMinor, currency: 'USD', pricePolicy: 'any', legs };
  call('POST', '/api/betting/bets', { token: player(ground), body, keyed: true, status: 201 });
}

function currentOffer({ selections, startedAtMs }: Ground) {
  offer ??= { selections, atMs: startedAtMs };
  if (Date.now() - offer.atMs >= offerLastsMs) offer = { selections: readOffer().selections, atMs: Date.now() };
  return offer;
}
