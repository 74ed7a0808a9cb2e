-- Players whose accounts were erased, by their ids alone: what arrives of them later is not measured.
create table erased_players (player_id uuid primary key);
