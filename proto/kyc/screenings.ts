/** What a provider of screenings is told of a player, and what it answers. */
import { z } from 'zod';
import { Id } from '../contract.ts';
import { AmlCheck } from './desk.ts';

export const ScreeningRequest = z.strictObject({
  reference: Id,
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.iso.date().optional(),
  country: z.string(),
});
export type ScreeningRequest = z.infer<typeof ScreeningRequest>;

export const ScreeningResult = z.object({
  kind: AmlCheck.shape.kind,
  outcome: AmlCheck.shape.outcome,
  note: z.string().optional(),
});
export type ScreeningResult = z.infer<typeof ScreeningResult>;
