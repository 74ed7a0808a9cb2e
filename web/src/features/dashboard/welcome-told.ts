/**
 * Who was told of his welcome bonus in this browser: from the moment he closed the window none of its tabs shows it to him again, whatever the
 * answer of the server takes. That he was told is sent as himself alone, also where it is sent a second time.
 */
import { common, Refusal } from '@fairline/proto/contract';
import { grantRoutes } from '@fairline/proto/wallet/grants';
import { call } from '../../client/requests/call.ts';
import { playerHere } from '../../client/session/session.ts';
import { kept } from '../../client/storage/kept.ts';

/** The player who closed the window here last. */
export const toldStore = kept<string | null>('fairline.welcomed', (stored) => (typeof stored === 'string' ? stored : null));

export const isHere = (playerId: string) => playerHere() === playerId;

export async function sendTold(playerId: string): Promise<void> {
  if (!isHere(playerId)) throw new Refusal(common.unauthenticated);
  await call(grantRoutes.welcomeSeen);
}
