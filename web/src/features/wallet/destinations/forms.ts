/** The form that saves a destination: the server's own error messages, shown before anything is sent. */
import { DestinationToSave, destinationFault, isDestination } from '@fairline/proto/wallet/forms';
import { playerRefusals } from '@fairline/proto/wallet/players';
import { refusalText } from '../../../refusals.ts';

export function destinationForm(hasPin: boolean) {
  return DestinationToSave.refine(isDestination, destinationFault).superRefine(({ pin }, context) => {
    if (hasPin && !pin)
      context.addIssue({ code: 'custom', path: ['pin'], message: refusalText(playerRefusals.pinRequired) });
  });
}
