-- What the newest known event of each bet has paid out in all: the next one adds the difference.
create table harm_bets (
  bet_id uuid primary key,
  player_id uuid not null,
  version int not null,
  due_minor bigint not null,
  -- Of that event.
  at timestamptz not null
);
create index harm_bets_player on harm_bets (player_id);
create index harm_bets_age on harm_bets (at);

-- The limits are read from their own table.
alter table harm_players drop column limits;
-- Follow from the markers.
alter table harm_scores drop column is_at_risk, drop column reasons;
