/** Inserts players directly into the tables, for tests that need more than can register. */
import type { World } from '@fairline/chassis/testing';

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
