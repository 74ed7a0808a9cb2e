/** A refusal of credentials takes the same time whatever its cause, so that it does not reveal which accounts exist. */
import { sessionRefusals } from '@fairline/proto/auth/sessions';
import { Refusal } from '@fairline/proto/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerEvenly } from './proofs.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const refusal = () => new Refusal(sessionRefusals.badCredentials);

it.each([0, 20, 299])('refuses after 300 ms where the check took %i ms', async (tookMs) => {
  let refused: unknown;
  const check = async () => void (await new Promise((resolve) => setTimeout(resolve, tookMs)));
  answerEvenly(check, refusal).catch((error: unknown) => {
    refused = error;
  });
  await vi.advanceTimersByTimeAsync(299);
  expect(refused).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toMatchObject({ code: 'bad_credentials' });
});

it('answers at once where the credentials are right', async () => {
  expect(await answerEvenly(async () => 'welcome', refusal)).toBe('welcome');
});
