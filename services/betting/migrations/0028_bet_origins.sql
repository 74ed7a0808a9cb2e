-- The address and browser that a bet was placed from. They are personal data, so they are kept apart from the bet, which stays for good, and are deleted earlier.
create table bet_origins (
  player_id uuid not null,
  bet_id uuid not null,
  at timestamptz not null,
  address text not null check (length(address) <= 64),
  agent text not null check (length(agent) <= 400),
  primary key (player_id, bet_id)
);
create index bet_origins_age on bet_origins (at);
-- Instances of an earlier release leave both out.
alter type placement add attribute address text, add attribute agent text;
