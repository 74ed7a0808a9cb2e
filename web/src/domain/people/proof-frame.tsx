/** The frame of the identity check before sensitive actions; players and operators give different proofs in it. Escape and Cancel change nothing. */
import { i18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { answerProof } from '../../client/requests/action.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

/** `ready`: something is typed. `busy`: the proof is being checked. */
export function ProofFrame({
  ready,
  busy,
  onSubmit,
  children,
}: {
  ready: boolean;
  busy: boolean;
  onSubmit: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      open
      title={i18n._({ id: 'stepUp.title', message: 'Please confirm it is you' })}
      onClose={() => answerProof(false)}
      onSubmit={() => ready && !busy && onSubmit()}
      foot={
        <>
          <Button look="quiet" onClick={() => answerProof(false)}>
            {i18n._({ id: 'dialog.cancel', message: 'Cancel' })}
          </Button>
          <Button type="submit" busy={busy}>
            {i18n._({ id: 'stepUp.confirm', message: 'Confirm' })}
          </Button>
        </>
      }
    >
      <p className="text-13 text-ink-soft">
        {i18n._({
          id: 'stepUp.lead',
          message: 'Confirm your identity to continue. You will not be asked again for 5 minutes.',
        })}
      </p>
      {children}
    </Dialog>
  );
}
