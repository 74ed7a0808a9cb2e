/** Column kinds that tables of several subjects share. */
import { json, oneOf } from '@fairline/chassis/storage/rows';
import { limitTypes } from '@fairline/proto/risk/limits';
import { PlaySettings } from '@fairline/proto/risk/sessions';

export const limitType = oneOf(limitTypes);
export const playSettings = json(PlaySettings);
