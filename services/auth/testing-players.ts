/** Players as rows in the tables: more than can register, or with what events would store. */
import type { World } from '@fairline/chassis/testing';
import type { ScreeningKind } from '@fairline/proto/screening';

/** Inserts this many players with unique names; returns the id of one. */
export async function players(world: World, count: number, firstName: string): Promise<string> {
  const { rows } = await world.db.query(
    `insert into users (email, email_key, password_hash, first_name, last_name, country, jurisdiction, created_at, terms_accepted_at, person_key)
     select n || $1 || '@example.com', n || $1 || '@example.com', '', $1, 'Last' || n, 'DE', 'open', now(), now(), $1 || n from generate_series(1, $2::int) n
     returning id`,
    [firstName, count],
  );
  return rows[0].id;
}

/** Stores what kyc says of a player, as its events do. */
export async function identified(
  world: World,
  playerId: string,
  { approved, matches }: { readonly approved: boolean; readonly matches: readonly ScreeningKind[] } = {
    approved: true,
    matches: [],
  },
): Promise<void> {
  const values = [playerId, approved, JSON.stringify(matches)];
  await world.db.query(
    'insert into kyc_assessments (player_id, version, approved, matches) values ($1, 1, $2, $3)',
    values,
  );
}
