/** Columns that several queries share. */
import { oneOf, uuid } from '@fairline/chassis/storage/rows';
import { gameIds } from '@fairline/proto/games/catalogue';

export const idRow = { id: uuid };
export const gameId = oneOf(gameIds);
export const bookKinds = ['real', 'play'] as const;
