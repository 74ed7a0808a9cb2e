-- Bets of several legs and lines, free bets, what was cashed out, what happened to a bet and when, receipts, favourites, and how scores went.

alter table bets
  add system text,
  -- How many legs the lines of the bet have, and how many lines there are; a single is one line of one.
  add sizes int[] not null default '{1}',
  add lines int not null default 1,
  add free_bet_claim_id uuid,
  -- What was paid for parts of the bet, and the stake of those parts; the rest still runs.
  add cashed_minor bigint not null default 0,
  add closed_stake_minor bigint not null default 0,
  add auto_cash_out_minor bigint,
  add auto_look_at timestamptz,
  add rules_version text not null default '1',
  add check (cashed_minor >= 0),
  add check (closed_stake_minor between 0 and stake_minor),
  add check ((closed_stake_minor = stake_minor) = (status = 'cashed_out'));
create index bets_auto on bets (auto_look_at) where auto_look_at is not null;
create index bets_book on bets (id desc);

-- A free bet pays what it wins without its stake, so it may win less than that; void or rejected, it is due its stake like any other.
do $$
declare
  old text;
begin
  for old in
    select conname from pg_constraint
    where conrelid = 'bets'::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ 'potential_minor'
  loop
    execute format('alter table bets drop constraint %I', old);
  end loop;
end $$;
alter table bets
  add check (potential_minor >= stake_minor or free_bet_claim_id is not null),
  add check (due_minor between 0 and greatest(potential_minor, stake_minor));

-- The version of the market's prices that the leg was taken at.
alter table bet_legs add market_version bigint not null default 0;

-- What happened to a bet, only ever added.
create table bet_moments (
  place bigint generated always as identity,
  player_id uuid not null,
  bet_id uuid not null,
  at timestamptz not null,
  kind text not null,
  data jsonb not null default '{}',
  primary key (player_id, bet_id, place)
);

create table receipts (
  player_id uuid not null,
  bet_id uuid not null,
  payload text not null,
  signature text not null,
  key_id text not null,
  primary key (player_id, bet_id)
);

-- Every key that receipts were signed with, so that old ones can still be checked.
create table receipt_keys (
  key_id text primary key,
  public_key text not null,
  since timestamptz not null
);

-- What the house offered for a bet; used once. Stake is the part that ran when it was made.
create table cash_out_quotes (
  id uuid primary key,
  player_id uuid not null,
  bet_id uuid not null,
  stake_minor bigint not null,
  amount_minor bigint not null,
  fair_minor bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index cash_out_quotes_expired on cash_out_quotes (expires_at);

-- How a fixture went, a row per change of score or status.
create table fixture_moments (
  fixture_id uuid not null,
  sequence bigint not null,
  at timestamptz not null,
  status text not null,
  score jsonb,
  primary key (fixture_id, sequence)
);

create table favourites (
  player_id uuid not null,
  kind text not null check (kind in ('sport', 'competition', 'fixture')),
  id text not null,
  at timestamptz not null,
  primary key (player_id, kind, id)
);
