/** Requests to wallet. Without wallet's reply the call is refused `unavailable`. */
import { type Bus, orUnavailable, RequestTimeout } from '@fairline/chassis/messaging/bus';
import { common, Refusal } from '@fairline/proto/contract';
import { type Activity, type PlayState, playerRequests } from '@fairline/proto/wallet/players';
import { deadlineMs, type PlayPart } from './permit.ts';

/** Sends the play part of a permit. Returns the version that is in force at wallet. */
export async function restrict(bus: Bus, playerId: string, part: PlayPart): Promise<number> {
  const reply = await orUnavailable(
    bus.request(playerRequests.restrict, { playerId, part: 'play', ...part }, deadlineMs),
  );
  return reply.version;
}

export function readPlayState(bus: Bus, playerId: string): Promise<PlayState> {
  return orUnavailable(bus.request(playerRequests.playState, { playerId }, deadlineMs));
}

export function readActivity(bus: Bus, playerId: string, month: string): Promise<Activity> {
  return orUnavailable(bus.request(playerRequests.activity, { playerId, month }, deadlineMs));
}

/** The play state, or undefined if wallet does not reply: for calls that can do without it. */
export async function tryPlayState(bus: Bus, playerId: string): Promise<PlayState | undefined> {
  try {
    return await readPlayState(bus, playerId);
  } catch (error) {
    if (error instanceof Refusal && error.is(common.unavailable)) return undefined;
    throw error;
  }
}

/** Whether wallet has opened accounts of the player. */
export async function isKnown(bus: Bus, playerId: string): Promise<boolean> {
  try {
    await bus.request(playerRequests.playState, { playerId }, deadlineMs);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.is(common.notFound)) return false;
    if (error instanceof RequestTimeout) throw new Refusal(common.unavailable);
    throw error;
  }
}
