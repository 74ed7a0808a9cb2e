/** Requests to wallet for claims: give a bonus, convert it to cash, take it back. Each has the claim as its key, so a repeat changes nothing. */
import { type Bus, RequestTimeout } from '@fairline/chassis/messaging/bus';
import { Refusal } from '@fairline/proto/contract';
import { grantRefusals, grantRequests } from '@fairline/proto/wallet/grants';
import type { StepRow } from './store-steps.ts';

/** `later`: wallet did not reply or refused with 429 or 503, so the request is repeated. `next_day`: the player has been granted all that a day allows. */
export type StepReply =
  | { kind: 'done'; amountMinor: number }
  | { kind: 'refused'; code: string }
  | { kind: 'later' }
  | { kind: 'next_day' };

const deadlineMs = 2_000;

export async function requestStep(bus: Bus, claim: StepRow): Promise<StepReply> {
  try {
    return { kind: 'done', amountMinor: await request(bus, claim) };
  } catch (error) {
    if (error instanceof RequestTimeout) return { kind: 'later' };
    if (error instanceof Refusal && error.is(grantRefusals.grantLimit) && error.params?.limit === 'day')
      return { kind: 'next_day' };
    // More than one claim may ever grant: no repeat can succeed.
    if (error instanceof Refusal && error.is(grantRefusals.grantLimit)) return { kind: 'refused', code: error.code };
    if (error instanceof Refusal)
      return error.status === 503 || error.status === 429 ? { kind: 'later' } : { kind: 'refused', code: error.code };
    throw error;
  }
}

/** Sends the request of a step. Returns the amount converted or forfeited; 0 for a grant. */
async function request(
  bus: Bus,
  { id: claimId, step, type, playerId, currency, bonusMinor: amountMinor, terms, expiresAt }: StepRow,
): Promise<number> {
  if (step === 'convert') return (await bus.request(grantRequests.convert, { claimId }, deadlineMs)).convertedMinor;
  if (step === 'forfeit') return (await bus.request(grantRequests.forfeit, { claimId }, deadlineMs)).forfeitedMinor;
  const grant = { claimId, playerId, currency, amountMinor, expiresAt: expiresAt.toISOString() };
  if (type === 'free_bet') {
    await bus.request(
      grantRequests.grant,
      { ...grant, kind: 'free_bet', products: ['sports'], minOddsMilli: terms.minOddsMilli },
      deadlineMs,
    );
  } else
    await bus.request(
      grantRequests.grant,
      { ...grant, kind: 'bonus', products: terms.products, maxStakeMinor: terms.maxStakeMinor },
      deadlineMs,
    );
  return 0;
}

/** The play currency that wallet has for a player; undefined without a reply. */
export async function currencyOf(bus: Bus, playerId: string): Promise<string | undefined> {
  try {
    return (await bus.request(grantRequests.bonusEligibility, { playerId }, deadlineMs)).currency;
  } catch (error) {
    if (error instanceof RequestTimeout || error instanceof Refusal) return undefined;
    throw error;
  }
}
