/** Signed receipts of accepted bets. Anyone with the public key can verify one. */
import { z } from 'zod';
import { byId, common, fileReply, Id, Instant, route } from '../contract.ts';
import { AmountMinor, BalanceMinor, PlayCurrency } from '../money.ts';
import { OddsMilli } from '../odds.ts';
import { BetType } from './bets.ts';

/** `payload` is the exact text that was signed: verify its bytes, then parse it. */
export const Receipt = z.object({
  payload: z.string(),
  signature: z.string().meta({ description: 'base64url, Ed25519 over the UTF-8 bytes of payload' }),
  keyId: z.string(),
  algorithm: z.literal('Ed25519'),
});
export type Receipt = z.infer<typeof Receipt>;

/** The payload of a receipt. */
export const ReceiptPayload = z.object({
  receipt: z.literal('fairline.bet.v1'),
  betId: Id,
  playerId: Id,
  type: BetType,
  system: z.string().nullable(),
  stakeMinor: AmountMinor,
  currency: PlayCurrency,
  freeBet: z.boolean(),
  potentialPayoutMinor: BalanceMinor,
  rulesVersion: z.string(),
  placedAt: Instant,
  acceptedAt: Instant,
  legs: z.array(
    z.object({
      fixtureId: Id,
      marketId: Id,
      selectionId: Id,
      fixture: z.string(),
      market: z.string(),
      selection: z.string(),
      oddsMilli: OddsMilli,
      /** The version of the market's prices at which the leg was accepted. */
      marketVersion: z.int(),
    }),
  ),
});
export type ReceiptPayload = z.infer<typeof ReceiptPayload>;

export const ReceiptKey = z.object({
  keyId: z.string(),
  algorithm: z.literal('Ed25519'),
  publicKey: z.string().meta({ description: 'base64url of the 32 raw bytes' }),
  /** The key signed bets that were accepted in this period. Without `until` it is still in use. */
  since: Instant.optional(),
  until: Instant.optional(),
});
export type ReceiptKey = z.infer<typeof ReceiptKey>;

export const receiptRoutes = {
  receipt: route('GET /api/betting/bets/:id/receipt', {
    summary: 'The receipt of a bet, signed when it was accepted',
    access: 'player',
    params: byId,
    reply: Receipt,
    refusals: [common.notFound],
  }),
  receiptFile: route('GET /api/betting/bets/:id/receipt.json', {
    summary: 'The receipt of a bet as a file',
    access: 'player',
    params: byId,
    reply: fileReply('application/json'),
    refusals: [common.notFound],
  }),
  receiptKeys: route('GET /api/betting/receipt-keys', {
    summary: 'The public keys for verifying receipts',
    access: 'open',
    reply: z.object({ keys: z.array(ReceiptKey) }),
  }),
} as const;
