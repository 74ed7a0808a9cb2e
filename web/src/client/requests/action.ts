/**
 * An action: one intent with one key, and an identity check if the server asks for it. After the check the same action is sent again under the same
 * key. If the caller cancels the check, nothing changes.
 */
import { common, Refusal } from '@fairline/proto/contract';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createStore, useStore } from '../../store.ts';
import { createIntent } from '../http/intent.ts';

/** The identity check was closed, so nothing was done. */
export class NotProven extends Error {}

interface Question {
  answer: (withProof: boolean) => void;
}
const questions = createStore<readonly Question[]>([]);

/** Whether an identity check is pending, for the one dialog that asks. */
export function useProofAsked(): boolean {
  return useStore(questions).length > 0;
}

/** Answers every action that waits for the identity check. */
export function answerProof(withProof: boolean): void {
  const asked = questions.get();
  questions.set([]);
  for (const { answer } of asked) answer(withProof);
}

/** Sends the action; if the server asks for an identity check, runs it and sends the action again. */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal && error.is(common.stepUpRequired))) throw error;
    const given = await new Promise<boolean>((answer) => questions.set([...questions.get(), { answer }]));
    if (!given) throw new NotProven();
    return act();
  }
}

interface Action<Input, Output> {
  run: (input: Input, key: string) => Promise<Output>;
  onDone?: (output: Output, input: Input) => void;
  /** The queries to refetch afterwards, with or without an error. */
  touches?: readonly (readonly unknown[])[];
}

/** `error` is for display; closing the identity check is no error. */
export function useAction<Input, Output>({
  run,
  onDone,
  touches = [['admin']],
}: Action<Input, Output>): UseMutationResult<Output, Error, Input> & {
  failure: Error | null;
} {
  const client = useQueryClient();
  const [intent] = useState(() => createIntent());
  const done = useRef(onDone);
  done.current = onDone;
  const mutation = useMutation<Output, Error, Input>({
    mutationFn: async (input) => {
      const key = intent.keyFor(input ?? null);
      try {
        const output = await withProof(() => run(input, key));
        intent.settle();
        return output;
      } catch (error) {
        intent.settle(error);
        throw error;
      }
    },
    onSuccess: (output, input) => done.current?.(output, input),
    onSettled: () => Promise.all(touches.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  return { ...mutation, failure: mutation.error instanceof NotProven ? null : mutation.error };
}
