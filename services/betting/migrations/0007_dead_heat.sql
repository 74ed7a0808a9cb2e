-- The share of a leg that won in a dead heat: so many sides of so many places.
alter table bet_legs add column dead_heat jsonb check (dead_heat is null or status in ('won', 'half_won'));
