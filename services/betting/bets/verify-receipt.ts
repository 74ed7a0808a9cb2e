/**
 * `npm run receipt:verify -- <receipt.json> [<keys.json> | <address>]`: checks the receipt of a bet against the public keys of the house.
 * The keys are the reply of GET /api/betting/receipt-keys, from a file or from an address (by default `PUBLIC_URL` or http://localhost:8080).
 * Exits 1 if the receipt is not genuine.
 */
import { readFile } from 'node:fs/promises';
import { Receipt, ReceiptKey, ReceiptPayload } from '@fairline/proto/betting/receipts';
import { formatMoney } from '@fairline/proto/money';
import { formatOdds } from '@fairline/proto/odds';
import { z } from 'zod';
import { isGenuine, isOfItsTime, keyIdOf } from './receipt.ts';

const Keys = z.object({ keys: z.array(ReceiptKey) });
const patienceMs = 5_000;

async function keysFrom(source: string): Promise<z.infer<typeof ReceiptKey>[]> {
  if (!/^https?:/.test(source)) return Keys.parse(JSON.parse(await readFile(source, 'utf8'))).keys;
  const address = new URL('/api/betting/receipt-keys', source);
  const reply = await fetch(address, { signal: AbortSignal.timeout(patienceMs) }).catch(() => null);
  if (!reply?.ok)
    throw new Error(`${address} does not answer: name another address, or a file with the keys, after the receipt`);
  return Keys.parse(await reply.json()).keys;
}

function receiptIn(text: string): Receipt | null {
  try {
    return Receipt.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The contents of a genuine receipt, in lines; throws if it is not genuine. */
export async function verifyReceipt(file: string, source: string): Promise<string[]> {
  const receipt = receiptIn(await readFile(file, 'utf8'));
  if (!receipt) throw new Error(`${file} holds no receipt`);
  const key = (await keysFrom(source)).find(
    ({ keyId, publicKey }) => keyId === receipt.keyId && keyIdOf(publicKey) === keyId,
  );
  if (!key) throw new Error(`the key ${receipt.keyId} is not one of the house`);
  if (!isGenuine(receipt, key.publicKey)) throw new Error('the signature does not fit the payload');
  const bet = ReceiptPayload.parse(JSON.parse(receipt.payload));
  if (!isOfItsTime(bet.acceptedAt, key)) {
    throw new Error(
      `it says it was accepted at ${bet.acceptedAt}, but ${receipt.keyId} signed from ${key.since ?? 'its first day'} until ${key.until ?? 'now'}`,
    );
  }
  return [
    `✓ genuine, signed with ${receipt.keyId}`,
    `bet ${bet.betId}, ${bet.system ?? bet.type}, stake ${formatMoney(bet.stakeMinor, bet.currency)}, pays at most ${formatMoney(bet.potentialPayoutMinor, bet.currency)}`,
    `placed ${bet.placedAt}, accepted ${bet.acceptedAt}, rules ${bet.rulesVersion}`,
    ...bet.legs.map(
      ({ fixture, market, selection, oddsMilli }) =>
        `  ${fixture}, ${market}: ${selection} at ${formatOdds(oddsMilli, 'decimal')}`,
    ),
  ];
}

if (import.meta.main) {
  const [file, source = process.env.PUBLIC_URL ?? 'http://localhost:8080'] = process.argv.slice(2);
  try {
    if (!file) throw new Error('usage: npm run receipt:verify -- <receipt.json> [<keys.json> | <address>]');
    process.stdout.write(`${(await verifyReceipt(file, source)).join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`✗ ${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
