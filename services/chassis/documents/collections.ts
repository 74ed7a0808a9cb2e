/** The collections of the minimal service that tests of chassis run. Each service with documents has its own file of this name. */
import { z } from 'zod';
import { collection } from './collection.ts';

export const totals = collection('totals', z.strictObject({ _id: z.string(), version: z.int(), total: z.int() }));
export const received = collection(
  'received',
  z.strictObject({
    _id: z.string(),
    version: z.int(),
    times: z.int(),
    nickname: z.string().optional(),
    at: z.date().optional(),
  }),
  [{ keys: { nickname: 1 }, unique: true, sparse: true }],
);

/** @public Read by chassis at run time. */
export const collections = [totals, received];
