/** HTTP for operators: whether the books hold, and lifting a stop. */
import { type Handler, handle } from '@fairline/chassis/http/server';
import { bookRoutes } from '@fairline/proto/wallet/books';
import type { Wallet } from '../config.ts';
import { actorOf } from '../operator.ts';
import { liftStop, readIntegrity } from './commands.ts';

export function bookHandlers(wallet: Wallet): Handler[] {
  return [
    handle(bookRoutes.integrity, () => readIntegrity(wallet)),
    handle(bookRoutes.liftStop, async (call) => {
      await liftStop(wallet, call.body, actorOf(call));
      return readIntegrity(wallet);
    }),
  ];
}
