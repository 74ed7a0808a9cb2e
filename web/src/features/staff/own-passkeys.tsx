/** The operator's own passkeys. Adding one needs an identity check. */
import { passkeyRoutes } from '@fairline/proto/auth/passkeys';
import { i18n } from '@lingui/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { errorText, fieldErrorsOf } from '../../client/http/error-text.ts';
import { useAction } from '../../client/requests/action.ts';
import { call } from '../../client/requests/call.ts';
import { hasPasskeys, makePasskey, passkeyErrorText } from '../../client/session/passkeys.ts';
import { type PasskeyForm, Passkeys } from '../../domain/people/passkeys.tsx';
import { Loaded } from '../../ui/content/listed.tsx';
import { SkeletonRows } from '../../ui/content/states.tsx';
import { localText } from '../../ui/content/when.tsx';
import { notify } from '../../ui/notices/notify.ts';

const passkeysQuery = queryOptions({
  queryKey: ['admin', 'auth', 'own', 'passkeys'],
  queryFn: ({ signal }) => call(passkeyRoutes.ownPasskeys, { signal }),
});

export function OwnPasskeys() {
  const query = useQuery(passkeysQuery);
  const add = useAction<PasskeyForm, unknown>({
    run: async ({ name }) => {
      const attestation = await makePasskey(await call(passkeyRoutes.ownPasskeyBegin));
      return call(passkeyRoutes.ownPasskeyAdd, { body: { attestation, ...(name && { name }) } });
    },
    onDone: () => notify.success(i18n._({ id: 'passkeys.added', message: 'Passkey added' })),
  });
  const rename = useAction<{ id: string; name: string }, void>({
    run: ({ id, name }) => call(passkeyRoutes.ownPasskeyRename, { params: { id }, body: { name } }),
    onDone: () => notify.success(i18n._({ id: 'passkeys.renamed', message: 'Passkey renamed' })),
  });
  const remove = useAction<string, void>({
    run: (id) => call(passkeyRoutes.ownPasskeyRemove, { params: { id } }),
    onDone: () => notify.success(i18n._({ id: 'passkeys.removed', message: 'Passkey removed' })),
  });
  return (
    <Loaded
      query={query}
      failed={i18n._({ id: 'records.failed', message: 'This could not be loaded' })}
      error={query.error && errorText(query.error)}
      waiting={<SkeletonRows count={1} className="h-14 max-w-form" />}
    >
      {({ items }) => (
        <Passkeys
          items={items}
          write={localText}
          add={{ ...add, error: add.failure }}
          rename={rename}
          remove={remove}
          waits={
            !hasPasskeys() && i18n._({ id: 'passkeys.unsupported', message: 'This browser does not support passkeys.' })
          }
          explain={(error) => ({ text: passkeyErrorText(error), fields: fieldErrorsOf(error) })}
        />
      )}
    </Loaded>
  );
}
