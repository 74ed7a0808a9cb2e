/** The id of a game in a path. */
import { common, Refusal } from '@fairline/proto/contract';
import { GameId } from '@fairline/proto/games/catalogue';

/** Refuses `not_found` for a game that does not exist. */
export function gameIdOf(text: string): GameId {
  const id = GameId.safeParse(text);
  if (!id.success) throw new Refusal(common.notFound);
  return id.data;
}
