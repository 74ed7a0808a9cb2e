/** The player's passkeys on the security tab. */
import { passkeyRoutes } from '@fairline/proto/auth/passkeys';
import { i18n } from '@lingui/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { errorText, fieldErrorsOf } from '../../client/http/error-text.ts';
import { call } from '../../client/requests/call.ts';
import { hasPasskeys, makePasskey, passkeyErrorText } from '../../client/session/passkeys.ts';
import { playerSession } from '../../client/session/session.ts';
import { useSession } from '../../client/session/use-session.ts';
import { whenText } from '../../domain/people/display-settings.ts';
import { type PasskeyForm, Passkeys } from '../../domain/people/passkeys.tsx';
import { Loaded } from '../../ui/content/listed.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { Section, useSave } from './forms.tsx';

const touches = [['auth', 'passkeys']];
const passkeysQuery = queryOptions({
  queryKey: ['auth', 'passkeys'],
  queryFn: ({ signal }) => call(passkeyRoutes.passkeys, { signal }),
});

export function PlayerPasskeys({ asksCode }: { asksCode: boolean }) {
  const query = useQuery(passkeysQuery);
  const confirmed = useSession(playerSession).who?.emailVerified ?? false;
  const add = useSave({
    run: async ({ name, password, code }: PasskeyForm) => {
      const options = await call(passkeyRoutes.passkeyBegin, { body: { password, ...(asksCode && { code }) } });
      const attestation = await makePasskey(options);
      return call(passkeyRoutes.passkeyAdd, { body: { attestation, ...(name && { name }) } });
    },
    done: i18n._({ id: 'passkeys.added', message: 'Passkey added' }),
    touches,
    quiet: true,
  });
  const rename = useSave({
    run: ({ id, name }: { id: string; name: string }) =>
      call(passkeyRoutes.passkeyRename, { params: { id }, body: { name } }),
    done: i18n._({ id: 'passkeys.renamed', message: 'Passkey renamed' }),
    touches,
    quiet: true,
  });
  const remove = useSave({
    run: (id: string) => call(passkeyRoutes.passkeyRemove, { params: { id } }),
    done: i18n._({ id: 'passkeys.removed', message: 'Passkey removed' }),
    touches,
    quiet: true,
  });
  const waits =
    (!hasPasskeys() && i18n._({ id: 'passkeys.unsupported', message: 'This browser does not support passkeys.' })) ||
    (!confirmed &&
      i18n._({
        id: 'security.confirmFirst',
        message: 'Please confirm your email address first. The link is in the email we sent you.',
      }));
  return (
    <Section title={i18n._({ id: 'passkeys.label', message: 'Passkeys' })} wide>
      <Loaded
        query={query}
        failed={i18n._({ id: 'records.failed', message: 'This could not be loaded' })}
        error={query.error && errorText(query.error)}
        waiting={<SkeletonRows count={1} className="h-14" />}
      >
        {({ items }) => (
          <Passkeys
            items={items}
            write={whenText}
            add={add}
            rename={rename}
            remove={remove}
            asks={asksCode ? 'password and code' : 'password'}
            waits={waits}
            explain={(error) => ({ text: passkeyErrorText(error), fields: fieldErrorsOf(error) })}
          />
        )}
      </Loaded>
    </Section>
  );
}
