/** Requests to auth and wallet about a player. A call that cannot be decided without their reply is refused `unavailable`. */
import { type Bus, orUnavailable, RequestTimeout } from '@fairline/chassis/messaging/bus';
import { userRequests } from '@fairline/proto/auth/users';
import { type Infer, Refusal } from '@fairline/proto/contract';
import { grantRequests } from '@fairline/proto/wallet/grants';

export type Person = Infer<typeof userRequests.person.output>;
export type Eligible = Infer<typeof grantRequests.bonusEligibility.output>;

const deadlineMs = 2_000;

/** Requests both at once: the person behind an account from auth, and whether they may get a bonus from wallet. */
export function readCandidate(bus: Bus, playerId: string): Promise<[Person, Eligible]> {
  return orUnavailable(
    Promise.all([
      bus.request(userRequests.person, { playerId }, deadlineMs),
      bus.request(grantRequests.bonusEligibility, { playerId }, deadlineMs),
    ]),
  );
}

/** Whether a player may get a bonus now, by wallet. Without its reply nothing is offered or paid, because only wallet knows who is excluded. */
export function readEligible(bus: Bus, playerId: string): Promise<Eligible> {
  return orUnavailable(bus.request(grantRequests.bonusEligibility, { playerId }, deadlineMs));
}

/** Undefined if auth has no such player or does not reply. */
export async function readPerson(bus: Bus, playerId: string): Promise<Person | undefined> {
  try {
    return await bus.request(userRequests.person, { playerId }, deadlineMs);
  } catch (error) {
    if (error instanceof RequestTimeout || error instanceof Refusal) return undefined;
    throw error;
  }
}
