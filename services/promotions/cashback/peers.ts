/** Requests to wallet: the cash that players staked and got back. */
import type { Bus } from '@fairline/chassis/messaging/bus';
import type { Infer } from '@fairline/proto/contract';
import { grantRequests } from '@fairline/proto/wallet/grants';

export type NetLoss = Infer<typeof grantRequests.netLosses.output>['players'][number];

/** The most players in one request. */
export const playersAtOnce = 100;

export async function netLossesOf(bus: Bus, from: Date, to: Date, playerIds: string[]): Promise<Map<string, NetLoss>> {
  const { players } = await bus.request(
    grantRequests.netLosses,
    { from: from.toISOString(), to: to.toISOString(), playerIds },
    10_000,
  );
  return new Map(players.map((player) => [player.playerId, player]));
}
