/** HTTP for operators: the rules of automatic approval, and the pending change. Wider rules need a fresh proof of identity. */
import { type Handler, handle, Reply } from '@fairline/chassis/http/server';
import { automaticRoutes } from '@fairline/proto/wallet/approvals';
import type { Wallet } from '../config.ts';
import { deciderOf } from '../operator.ts';
import { approveChange, readAutoApproval, rejectChange, setAutoApproval } from './commands.ts';

export function automaticHandlers(wallet: Wallet): Handler[] {
  return [
    handle(automaticRoutes.autoApproval, () => readAutoApproval(wallet)),
    handle(automaticRoutes.setAutoApproval, async (call) => {
      const { rules, complete } = await setAutoApproval(wallet, call.body, deciderOf(call));
      return complete ? rules : new Reply({ status: 202, body: rules });
    }),
    handle(automaticRoutes.approveAutoApproval, (call) => approveChange(wallet, call.params.id, deciderOf(call))),
    handle(automaticRoutes.rejectAutoApproval, (call) =>
      rejectChange(wallet, call.params.id, call.body.reason, deciderOf(call)),
    ),
  ];
}
