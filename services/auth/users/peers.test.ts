/** How long a registration waits for wallet. */
import { RequestTimeout } from '@fairline/chassis/messaging/bus';
import { playerRequests } from '@fairline/proto/wallet/players';
import { expect, it, vi } from 'vitest';
import type { UsersContext } from './context.ts';
import { openWallet } from './peers.ts';
import type { Player } from './user.ts';

it('waits 2 s at most for wallet at a registration, and goes on without an answer', async () => {
  const request = vi.fn(async () => Promise.reject(new RequestTimeout('silent')));
  await openWallet({ bus: { request } } as unknown as UsersContext, {} as Player, undefined);
  expect(request).toHaveBeenCalledExactlyOnceWith(playerRequests.open, expect.anything(), 2_000);
});
