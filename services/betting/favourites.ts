/** Sports and fixtures that players keep as favourites. A player has at most 200, also when they add many at once. */
import type { Player } from '@fairline/chassis/http/identity';
import type { Queries, Tx } from '@fairline/chassis/storage/postgres';
import { oneOf, text } from '@fairline/chassis/storage/rows';
import { type Favourite, favouriteKinds, favouriteRefusals, mostFavourites } from '@fairline/proto/betting/offer';
import { common, Refusal } from '@fairline/proto/contract';
import { readCatalogue } from './offer/commands.ts';
import type { OfferContext } from './offer/context.ts';

const favouriteRow = { kind: oneOf(favouriteKinds), id: text };

/** Adds a favourite that is in the catalogue: on offer, or ended a while ago. Adding it again changes nothing. */
export async function keepFavourite(context: OfferContext, player: Player, favourite: Favourite): Promise<void> {
  if (!(await readCatalogue(context)).knows(favourite.kind, favourite.id)) throw new Refusal(common.notFound);
  const kept = await context.db.tx((tx) => addFavourite(tx, player.id, favourite, context.clock.now(), mostFavourites));
  if (!kept) throw new Refusal(favouriteRefusals.tooMany);
}

export function loseFavourite({ db }: OfferContext, player: Player, favourite: Favourite): Promise<void> {
  return dropFavourite(db, player.id, favourite);
}

export function favouritesOf(db: Queries, playerId: string): Promise<Favourite[]> {
  return db.rows(favouriteRow, 'select kind, id from favourites where player_id = $1 order by at desc', [playerId]);
}

/** Adds a favourite; at the limit it replaces the oldest fixture that is over, or returns false. Concurrent additions of a player wait for each other. */
export async function addFavourite(
  tx: Tx,
  playerId: string,
  { kind, id }: Favourite,
  at: Date,
  most: number,
): Promise<boolean> {
  await tx.run("select pg_advisory_xact_lock(hashtextextended('favourites ' || $1, 0))", [playerId]);
  await tx.run(
    `delete from favourites d using (
       select o.player_id, o.kind, o.id from favourites o left join fixtures f on f.id = case when o.kind = 'fixture' then o.id::uuid end
       where o.player_id = $1 and o.kind = 'fixture' and (f.id is null or f.ended_at is not null)
         and not exists (select from favourites k where k.player_id = $1 and k.kind = $2 and k.id = $3)
         and (select count(*) from favourites where player_id = $1) >= $4
       order by o.at, o.id limit 1
     ) dead where (d.player_id, d.kind, d.id) = (dead.player_id, dead.kind, dead.id)`,
    [playerId, kind, id, most],
  );
  await tx.run(
    `insert into favourites (player_id, kind, id, at) select $1, $2, $3, $4 where (select count(*) from favourites where player_id = $1) < $5
     on conflict do nothing`,
    [playerId, kind, id, at, most],
  );
  return tx.exists('select from favourites where player_id = $1 and kind = $2 and id = $3', [playerId, kind, id]);
}

export async function dropFavourite(db: Queries, playerId: string, { kind, id }: Favourite): Promise<void> {
  await db.run('delete from favourites where player_id = $1 and kind = $2 and id = $3', [playerId, kind, id]);
}
