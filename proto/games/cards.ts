/** The notation of a card: two characters, a rank and a suit, such as "Td". */
import { z } from 'zod';

export const ranks = 'A23456789TJQK';
export const suits = 'cdhs';

export const Card = z
  .string()
  .regex(/^[A23456789TJQK][cdhs]$/)
  .meta({ description: 'rank A23456789TJQK, then suit cdhs', example: 'Td' });
