-- Reality checks: after how many minutes of a play session no further stake is taken, counted anew from each acknowledgement. Null: none.
alter table players
  add column check_minutes int check (check_minutes > 0),
  add column checked_at timestamptz;

-- The play part of the permit has them too; the function that writes it takes one argument more.
drop function if exists bind_play(uuid, bigint, timestamptz, jsonb);
