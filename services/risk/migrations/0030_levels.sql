-- When an alert was closed: a note written later does not count as closing.
alter table alerts add column closed_at timestamptz;
update alerts set closed_at = updated_at where status in ('resolved', 'false_positive');

-- Risk levels. A player without a row has the level low. `recompute_at`: when the next resolved alert stops counting.
create table risk_levels (
  player_id uuid primary key,
  computed text not null default 'low' check (computed in ('low', 'medium', 'high')),
  override_level text check (override_level in ('low', 'medium', 'high')),
  override_reason text,
  override_by uuid,
  override_at timestamptz,
  version int not null default 0,
  recompute_at timestamptz,
  check ((override_level is null) = (override_by is null) and (override_level is null) = (override_at is null))
);
create index risk_levels_due on risk_levels (recompute_at) where recompute_at is not null;
insert into risk_levels (player_id, recompute_at) select distinct player_id, now() from alerts where player_id is not null;

-- Interactions that operators recorded. Automatic ones are `interventions`.
create table interactions (
  id uuid primary key default uuidv7(),
  player_id uuid not null,
  kind text not null,
  subject text not null,
  text text not null,
  outcome text,
  operator_id uuid not null,
  harm_score int not null,
  created_at timestamptz not null
);
create index interactions_player on interactions (player_id, id);
