/**
 * The player who dismissed the welcome window in this browser. No tab shows it to them again, even before the server has replied. The dismissal is sent and
 * retried only while that player is signed in.
 */
import { common, Refusal } from '@fairline/proto/contract';
import { grantRoutes } from '@fairline/proto/wallet/grants';
import { call } from '../../client/requests/call.ts';
import { playerHere } from '../../client/session/session.ts';
import { createStoredValue } from '../../client/storage/stored-value.ts';

/** The player who last closed the window in this browser. */
export const dismissedStore = createStoredValue<string | null>('fairline.welcomed', (stored) =>
  typeof stored === 'string' ? stored : null,
);

export const isHere = (playerId: string) => playerHere() === playerId;

export async function sendDismissal(playerId: string): Promise<void> {
  if (!isHere(playerId)) throw new Refusal(common.unauthenticated);
  await call(grantRoutes.welcomeSeen);
}
