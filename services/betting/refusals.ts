/** Refusals that every subject gives. */
import { common, Refusal } from '@fairline/proto/contract';

export function notFound(): never {
  throw new Refusal(common.notFound);
}
