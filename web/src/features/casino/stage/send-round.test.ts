/** A press is sent under one key until it is decided, and a refusal is never retried. */
import { roundRefusals } from '@fairline/proto/casino/rounds';
import { common, Refusal } from '@fairline/proto/contract';
import { ledgerRefusals } from '@fairline/proto/wallet/ledger';
import { expect, it } from 'vitest';
import { Fault } from '../../../client/http/http.ts';
import { sendUntilDecided } from './send-round.ts';

/** Fails with these errors in order, then answers. */
function press(errors: readonly Error[], signal = new AbortController().signal) {
  const left = [...errors];
  const keys: string[] = [];
  const waits: number[] = [];
  const undecided: unknown[] = [];
  const answer = sendUntilDecided({
    send: async (key) => {
      keys.push(key);
      const error = left.shift();
      if (error) throw error;
      return 'round';
    },
    signal,
    onUndecided: (error) => undecided.push(error),
    wait: async (delayMs) => void waits.push(delayMs),
  });
  return { answer, keys, waits, undecided };
}

it('retries with the same key after an outage, a timeout and a busy server', async () => {
  const { answer, keys, undecided } = press([new Fault('offline'), new Fault('timeout'), new Refusal(common.busy)]);
  expect(await answer).toBe('round');
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
  expect(undecided).toHaveLength(3);
});

it('waits longer with each retry, up to a limit', async () => {
  const { answer, waits } = press(Array.from({ length: 6 }, () => new Fault('offline')));
  await answer;
  expect(waits).toEqual([300, 700, 1_500, 3_000, 3_000, 3_000]);
});

it('waits as long as the jurisdiction requires, without an error', async () => {
  const { answer, waits, undecided } = press([new Refusal(roundRefusals.tooSoon, { retryAfterMs: 1_240 })]);
  expect(await answer).toBe('round');
  expect([waits, undecided]).toEqual([[1_240], []]);
});

it.each([
  ledgerRefusals.insufficientBalance,
  roundRefusals.wagerOutOfRange,
  roundRefusals.notYourTurn,
  ledgerRefusals.stopped,
])('throws the refusal $code at once', async (type) => {
  const { answer, keys } = press([new Refusal(type)]);
  await expect(answer).rejects.toMatchObject({ code: type.code });
  expect(keys).toHaveLength(1);
});

it('stops when the player leaves', async () => {
  const visit = new AbortController();
  const { answer, keys } = press([new Fault('offline'), new Fault('offline')], visit.signal);
  visit.abort();
  await expect(answer).rejects.toBeInstanceOf(Fault);
  expect(keys).toHaveLength(1);
});

it('gives each press a key of its own', async () => {
  const [one, other] = [press([]), press([])];
  await Promise.all([one.answer, other.answer]);
  expect(one.keys).not.toEqual(other.keys);
});
