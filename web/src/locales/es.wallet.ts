/** Spanish names of the checks in wallet's integrity check. */
import type { invariantNames } from '@fairline/proto/wallet/books';

export const invariants: Readonly<Record<(typeof invariantNames)[number], string>> = {
  'transfers sum to zero': 'las transferencias suman cero',
  'balances equal their entries': 'los saldos coinciden con sus asientos',
  'versions are gapless': 'las versiones no tienen huecos',
  'holds have owners': 'las retenciones tienen dueño',
  'bonus money equals its grants': 'el dinero de bono coincide con sus concesiones',
  'every book sums to zero': 'cada libro suma cero',
};
