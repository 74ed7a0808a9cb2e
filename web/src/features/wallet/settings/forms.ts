/** The form of the withdrawal PIN: the server's own error messages, shown before anything is sent. */
import { fieldMessages } from '@fairline/proto/texts';
import { Pin } from '@fairline/proto/wallet/forms';
import { playerRefusals } from '@fairline/proto/wallet/players';
import { z } from 'zod';
import { refusalText } from '../../../refusals.ts';

/** A new PIN is typed twice; a change or a removal needs the current one. */
export function pinForm(hasPin: boolean) {
  return z
    .object({ currentPin: z.string().max(20), pin: Pin, repeated: z.string() })
    .superRefine(({ currentPin, pin, repeated }, context) => {
      if (hasPin && !currentPin)
        context.addIssue({ code: 'custom', path: ['currentPin'], message: refusalText(playerRefusals.pinRequired) });
      if (pin !== repeated) context.addIssue({ code: 'custom', path: ['repeated'], message: fieldMessages.pinsDiffer });
    });
}
