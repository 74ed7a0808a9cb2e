-- A payout that the provider refuses is asked for again before its money goes back, and a file of a proof that no payment names is counted for its player.

-- When the provider first refused to carry it out and knew nothing of it.
alter table payments add column refused_at timestamptz;

alter table loose_files add column player_id uuid;
create index loose_files_by_player on loose_files (player_id) where player_id is not null;
