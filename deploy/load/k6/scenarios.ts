/** The scenarios: one function runs an iteration of each. All calls go through `call` and `readAll`, which count them. */
import exec from 'k6/execution';
import type { CalledName } from '../profiles.ts';
import { call, readAll } from './calls.ts';
import { type Ground, newcomer, operator, player, readOffer, type Selection } from './people.ts';

export const scenarios: Record<CalledName, (ground: Ground) => void> = {
  browsing: browse,
  registration: signUpAndDeposit,
  bets: placeBet,
  office: readList,
  casino: playRound,
  promotions: lookForPromotions,
  support: askForHelp,
  evening: spendEvening,
};

/** The number of this iteration in its scenario. */
const turn = () => exec.scenario.iterationInTest;

const queries = ['', '?live=true', '?live=false', '?q=united'];

/** A visitor browses without signing in: the sports, a list of fixtures, the page of one event. */
function browse({ fixtureIds }: Ground): void {
  readAll(['/api/betting/sports', '/api/betting/summary', `/api/betting/fixtures${queries[turn() % queries.length]}`]);
  // 404 is expected for a fixture that has ended since.
  if (fixtureIds.length > 0)
    call('GET', `/api/betting/fixtures/${fixtureIds[turn() % fixtureIds.length]}`, { refusals: [404] });
}

const amountMinor = 5_000;

/** A new player signs up and deposits by bank transfer, and an operator approves it. */
function signUpAndDeposit(ground: Ground): void {
  const person = newcomer();
  const token = call<{ accessToken: string }>('POST', '/api/auth/register', { body: person, status: 201 })?.accessToken;
  if (!token) return;
  const body = {
    amountMinor,
    currency: 'USD',
    method: 'bank_transfer',
    customerName: `${person.firstName} ${person.lastName}`,
    email: person.email,
    bankTransactionId: crypto.randomUUID(),
  };
  const payment = call<{ id: string }>('POST', '/api/wallet/deposits/manual', {
    token,
    body,
    keyed: true,
    status: 201,
  });
  if (payment) call('POST', `/api/admin/wallet/payments/${payment.id}/approve`, { token: operator(ground, 'finance') });
  call('GET', '/api/wallet', { token });
}

/** The lowest stake allowed. */
const stakeMinor = 100;
/** The offer is read again after this time, because fixtures start and markets close. */
const offerLastsMs = 5 * 60_000;

let offer: { readonly selections: readonly Selection[]; readonly atMs: number } | undefined;

/** Places single bets on selections on offer, at any price. A repeat keeps the idempotency key. */
function placeBet(ground: Ground): void {
  const { selections } = currentOffer(ground);
  const selection = selections[(turn() * 7 + exec.vu.idInTest) % selections.length];
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

const lists = [
  'wallet/payments?status=pending',
  'wallet/transactions',
  'auth/users',
  'betting/bets',
  'betting/exposure',
  'casino/rounds',
  'promotions/claims',
  'kyc',
  'support/tickets',
  'risk/alerts',
] as const;

/** An operator reads the lists of the back office, one after the other. */
function readList(ground: Ground): void {
  const token = operator(ground, 'super_admin');
  call('GET', `/api/admin/${lists[turn() % lists.length]}`, { token });
}

/** More than enough: without splits, a hand ends sooner. */
const actionsAtMost = 5;

interface Round {
  readonly id: string;
  readonly status: string;
}

/** A casino round: alternately a spin of the slot and a hand of blackjack, which stands until it is settled. */
function playRound(ground: Ground): void {
  if (turn() % 2 === 0) spin(ground);
  else playHand(ground);
}

function spin(ground: Ground): void {
  const body = { wager: { lines: 9, betPerLineMinor: 100 } };
  call('POST', '/api/casino/games/mega-fortune-slots/rounds', {
    token: player(ground),
    body,
    keyed: true,
    status: 201,
  });
}

function playHand(ground: Ground): void {
  const token = player(ground);
  const body = { wager: { amountMinor: 1_000 } };
  let round = call<Round>('POST', '/api/casino/games/professional-blackjack/rounds', {
    token,
    body,
    keyed: true,
    status: 201,
  });
  for (let actions = 0; round?.status === 'open' && actions < actionsAtMost; actions++) {
    round = call<Round>('POST', `/api/casino/rounds/${round.id}/actions`, {
      token,
      body: { action: 'stand' },
      keyed: true,
    });
  }
}

interface Promotion {
  readonly id: string;
  readonly claimed?: true;
  readonly eligible?: boolean;
}

/** A player reads the promotions and claims one they are eligible for. */
function lookForPromotions(ground: Ground): void {
  const token = player(ground);
  const offered = call<{ items: Promotion[] }>('GET', '/api/promotions', { token })?.items ?? [];
  const wanted = offered.find(({ claimed, eligible }) => eligible && !claimed);
  if (wanted)
    call('POST', `/api/promotions/${wanted.id}/claim`, { token, body: {}, keyed: true, status: 201, refusals: [403] });
  call('GET', '/api/promotions/claims', { token });
  call('GET', '/api/promotions/points', { token });
}

/** A player asks for help: a ticket with a second message, or a chat that they end themselves. */
function askForHelp(ground: Ground): void {
  if (turn() % 2 === 0) writeTicket(player(ground));
  else chat(player(ground));
}

function writeTicket(token: string): void {
  const body = {
    subject: 'Where is my deposit?',
    description: 'I paid by bank transfer this morning.',
    category: 'payment',
  };
  const ticket = call<{ id: string }>('POST', '/api/support/tickets', { token, body, keyed: true, status: 201 });
  if (!ticket) return;
  call('POST', `/api/support/tickets/${ticket.id}/messages`, {
    token,
    body: { message: 'It was 50.00.' },
    keyed: true,
    status: 201,
  });
  call('GET', `/api/support/tickets/${ticket.id}`, { token });
}

function chat(token: string): void {
  const opened = call<{ id: string }>('POST', '/api/support/chats', { token, body: {}, keyed: true, status: 201 });
  if (!opened) return;
  call('POST', `/api/support/chats/${opened.id}/messages`, {
    token,
    body: { message: 'Is anybody there?' },
    keyed: true,
    status: 201,
  });
  call('POST', `/api/support/chats/${opened.id}/end`, { token, body: {} });
}

/** Ten visits, repeated in this order. */
const visits: readonly ((ground: Ground) => void)[] = [
  browse,
  placeBet,
  browse,
  readOwn,
  placeBet,
  browse,
  spin,
  placeBet,
  readOwn,
  browse,
];

/** Visits on a football evening, mixed as on a real one: browsing, betting, reading the own bets and balance, and spinning while waiting. */
function spendEvening(ground: Ground): void {
  visits[turn() % visits.length]?.(ground);
}

function readOwn(ground: Ground): void {
  readAll(['/api/wallet', '/api/betting/bets', '/api/wallet/transactions'], player(ground));
}
