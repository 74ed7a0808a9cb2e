/**
 * The saga of a claim's bonus. The claim's row stores the next request to wallet, which is sent after the commit and repeated under the same key until wallet replies.
 * A claim has one step at a time. Whether its bonus converts or is forfeited is decided in the locked row, so exactly one happens, whichever calls race.
 */
import { dayResetsAt } from '@fairline/proto/periods';
import type { Promotions } from '../config.ts';
import { publishChanged, publishCompleted, publishEnded } from './events.ts';
import { currencyOf, requestStep, type StepReply } from './peers.ts';
import type { StepRow } from './store-steps.ts';
import * as store from './store-steps.ts';

const againMs = 5_000;
const atOnce = 16;
/** A step that waits for the next UTC day is due this long after its start, because wallet's clock decides which day it is. */
const dayMarginMs = 60_000;

type Saga = Pick<Promotions, 'db' | 'bus' | 'clock' | 'log'>;

/** Runs the steps that are due. Every instance runs this job, each on claims of its own. */
export async function runSteps(context: Saga): Promise<void> {
  for (;;) {
    const due = await store.claimSteps(context.db, context.clock.now(), { againMs, limit: atOnce });
    await Promise.all(due.map((claim) => runStep(context, claim)));
    if (due.length < atOnce) return;
  }
}

/** Runs the step of one claim now, so that its player sees the outcome in the reply to their call. */
export async function runStepOf(context: Saga, id: string): Promise<void> {
  const due = await store.claimSteps(context.db, context.clock.now(), { againMs, limit: 1, id });
  for (const claim of due) await runStep(context, claim);
}

async function runStep(context: Saga, claim: StepRow): Promise<void> {
  const at = context.clock.now();
  const reply = await requestStep(context.bus, claim);
  if (reply.kind === 'later') return;
  if (reply.kind === 'next_day')
    return store.putOff(context.db, claim, new Date(dayResetsAt(at).getTime() + dayMarginMs));
  if (reply.kind === 'refused' && claim.step === 'grant' && reply.code === 'currency_not_accepted')
    return changeCurrency(context, claim);
  await recordReply(context, claim, reply);
}

/** Updates the currency of a claim whose player changed the play currency before the grant. The amount stays the same number. */
async function changeCurrency({ db, bus, clock }: Saga, { id, playerId }: StepRow): Promise<void> {
  const currency = await currencyOf(bus, playerId);
  if (currency) await store.setCurrency(db, id, currency, clock.now());
}

async function recordReply(
  context: Saga,
  { id, step }: StepRow,
  reply: Extract<StepReply, { kind: 'done' | 'refused' }>,
): Promise<void> {
  const { db, clock, log } = context;
  const now = clock.now();
  await db.tx(async (tx) => {
    if (reply.kind === 'done') {
      if (step === 'grant')
        await publishChanged(
          tx,
          [await store.recordGranted(tx, id, now)].filter((claim) => claim !== undefined),
        );
      else if (step === 'forfeit')
        await publishEnded(
          tx,
          [await store.recordForfeited(tx, id, reply.amountMinor)].filter((claim) => claim !== undefined),
        );
      else {
        const converted = await store.recordConverted(tx, id, reply.amountMinor, now);
        if (converted) await publishCompleted(tx, converted);
      }
      return;
    }
    const ending = endingOf(step, reply.code);
    if (!ending) {
      if (reply.code !== 'bonus_active' && reply.code !== 'bonus_forfeited')
        log.error({ claimId: id, step, code: reply.code }, 'wallet refused a step of a claim');
      return;
    }
    if (step === 'grant' && reply.code !== 'bonus_forfeited') {
      // An earlier request may still be under way: wallet forfeits the claim before its end is published.
      await publishEnded(tx, await store.endClaims(tx, [id], ending, now));
      return;
    }
    const ended =
      step === 'forfeit'
        ? await store.recordForfeited(tx, id, 0)
        : await store.endByWallet(tx, id, { ...ending, forfeitedMinor: 0 }, now);
    if (ended) await publishEnded(tx, [ended]);
  });
}

/** How a claim ends if wallet refuses for good; undefined if the request is repeated, or if an event will end the claim. */
function endingOf(step: StepRow['step'], code: string): store.Ending | undefined {
  if (code === 'player_not_playing') return { status: 'forfeited', reason: 'excluded' };
  if (code === 'bonus_expired' || code === 'free_bet_expired') return { status: 'expired', reason: 'expired' };
  // If wallet forfeited a bonus before it was converted, its event BonusForfeited ends the claim with the reason.
  if (code === 'bonus_forfeited' && step !== 'convert') return { status: 'forfeited', reason: 'operator' };
  if (
    step === 'grant' &&
    (code === 'free_bet_amount' || code === 'grant_limit' || code === 'not_found' || code === 'idempotency_key_reused')
  )
    return { status: 'forfeited', reason: 'operator' };
  return undefined;
}
