/** Signs in with a passkey: by the button, or from the browser's list under the email field, if the browser supports it. */
import type { PasskeyAssertion, PasskeyQuestion } from '@fairline/proto/auth/passkeys';
import { i18n } from '@lingui/core';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import {
  hasPasskeys,
  offersPasskeys,
  PasskeyFault,
  passkeyErrorText,
  signWithPasskey,
  stopPasskey,
} from '../../client/session/passkeys.ts';
import { Failure } from '../../ui/content/states.tsx';
import { Button } from '../../ui/controls/button.tsx';

/** A challenge lasts five minutes; the list under the field gets a new one before then. */
const renewMs = 240_000;

interface PasskeyEntryProps {
  ask: () => Promise<z.output<typeof PasskeyQuestion>>;
  enter: (assertion: z.input<typeof PasskeyAssertion>) => Promise<void>;
}

export function PasskeyEntry({ ask, enter }: PasskeyEntryProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [round, setRound] = useState(0);
  const latest = useRef({ ask, enter });
  latest.current = { ask, enter };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round offers anew.
  useEffect(() => {
    let here = true;
    let offered = false;
    const offer = async () => {
      if (!(await offersPasskeys()) || !here) return;
      const question = await latest.current.ask();
      if (!here) return;
      offered = true;
      const assertion = await signWithPasskey(question, true);
      if (here) await latest.current.enter(assertion);
    };
    // The list was not requested by the user, so only a picked and refused passkey shows an error.
    const fail = (error: unknown) =>
      here && offered && !(error instanceof PasskeyFault) && setFailure(passkeyErrorText(error));
    void offer().catch(fail);
    const renewal = setTimeout(() => setRound((before) => before + 1), renewMs);
    return () => {
      here = false;
      clearTimeout(renewal);
      if (offered) void stopPasskey();
    };
  }, [round]);

  if (!hasPasskeys()) return null;
  const press = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await enter(await signWithPasskey(await ask()));
    } catch (error) {
      setFailure(passkeyErrorText(error));
      setRound((before) => before + 1);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <Button look="secondary" wide busy={busy} onClick={() => void press()}>
        {i18n._({ id: 'passkey.signIn', message: 'Sign in with a passkey' })}
      </Button>
      {failure && (
        <Failure title={i18n._({ id: 'passkey.signInFailed', message: 'You are not signed in' })}>{failure}</Failure>
      )}
    </div>
  );
}
