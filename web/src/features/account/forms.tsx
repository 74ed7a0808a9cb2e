/** Shared by the account tabs: a section with its heading, and the saving of a change, with a toast on success and the error in place. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../client/http/error-text.ts';
import { NotProven } from '../../client/requests/action.ts';
import { notify } from '../../ui/notices/notify.ts';
import { cx } from '../../ui/theme/cx.ts';

export function Section({
  title,
  lead,
  wide = false,
  children,
}: {
  title: string;
  lead?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={cx('flex flex-col gap-3', !wide && 'max-w-form')}>
      <h2 className="border-b border-line pb-2 text-16 font-strong">{title}</h2>
      {lead && <p className="text-13 text-ink-soft">{lead}</p>}
      {children}
    </section>
  );
}

interface Saving<Input, Output> {
  run: (input: Input) => Promise<Output>;
  /** The success message, shown once the change is applied, in the new language too. */
  done?: string | (() => string);
  failed?: string;
  touches?: readonly (readonly unknown[])[];
  onDone?: (output: Output) => unknown;
  /** Set if the caller shows the error itself. */
  quiet?: true;
  /** Changes with the same name are sent one after another, in the order they were made. */
  queue?: string;
}

/** `failed` is shown before the server's reason. */
export function useSave<Input, Output>({
  run,
  done,
  failed,
  touches = [],
  onDone,
  quiet,
  queue,
}: Saving<Input, Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    ...(queue && { scope: { id: queue } }),
    onSuccess: async (output) => {
      await onDone?.(output);
      if (done) notify.success(typeof done === 'string' ? done : done());
      return Promise.all(touches.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (error) =>
      quiet || error instanceof NotProven || notify.error(failed ? `${failed}: ${errorText(error)}` : errorText(error)),
  });
}
