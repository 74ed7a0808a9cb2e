-- Operators' actions on players, from the audit log: whoever acted on a player shortly before an alert about the same matter cannot close it.
create table player_acts (
  event_id uuid not null,
  player_id uuid not null,
  operator_id uuid not null,
  action text not null,
  at timestamptz not null,
  primary key (player_id, event_id)
);
create index player_acts_at on player_acts (player_id, at);

-- The actions of the last days, so that they count after the upgrade as well. The log's states are read as text, because json functions refuse some texts that they may hold.
insert into player_acts (event_id, player_id, operator_id, action, at)
select l.id, p.player::uuid, l.operator_id, l.action, l.at from audit_log l
cross join lateral (
  select l.resource_id as player where l.resource_type in ('user', 'player') and l.resource_id ~* '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
  union
  select m[1] from regexp_matches(concat(l.before, l.after), '"(?:playerId|userId)": ?"([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})"', 'gi') m
) p
where l.at > now() - interval '7 days'
on conflict do nothing;
