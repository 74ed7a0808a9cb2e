-- The checks of players' own limits: bets, net losses, sessions, deposits. Periods are UTC days, weeks from Monday, and months.

create or replace function period_start(at timestamptz, period text) returns timestamptz language sql immutable as $$
  select date_trunc(period, at, 'UTC')
$$;

-- An instant as text, in the format of the contract.
create or replace function instant_text(at timestamptz) returns text language sql immutable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

create or replace function period_ends(at timestamptz, period text) returns text language sql immutable as $$
  select instant_text((date_trunc(period, at at time zone 'UTC') + ('1 ' || period)::interval) at time zone 'UTC')
$$;

-- The loss of the current period after `lost` is added; a sum of an earlier period is dropped. A return is a negative loss; null changes nothing.
create or replace function add_loss(counted bigint, is_current boolean, lost bigint) returns bigint language sql immutable as $$
  select case when lost is null then counted when is_current then counted + lost else lost end
$$;

-- A play session ends 30 minutes after its last stake; the next stake begins another.
create or replace function session_gap() returns interval language sql immutable as $$ select interval '30 minutes' $$;

-- The due time of the next reality check in the current session; null outside a session and for a player without checks.
create or replace function check_due_at(p players, acc accounts, at timestamptz) returns timestamptz language sql stable as $$
  select case when p.check_minutes is not null and acc.staked_at > at - session_gap()
    then greatest(acc.session_at, p.checked_at) + p.check_minutes * interval '1 minute' end
$$;

-- The params of the first of the player's own limits that a stake would break, or null. The largest bet is checked elsewhere, together with that of the level.
create or replace function broken_play_limit(at timestamptz, own jsonb, acc accounts, amount bigint) returns jsonb language plpgsql immutable as $$
declare
  field record;
  lost bigint;
  most bigint;
begin
  if acc.staked_at > at - session_gap() and at >= acc.session_at + ((own ->> 'sessionMinutes') || ' minutes')::interval then
    return jsonb_build_object('limit', 'session', 'limitMinutes', (own ->> 'sessionMinutes')::int, 'remainingMinor', 0,
      'resetsAt', instant_text(acc.staked_at + session_gap()));
  end if;
  for field in
    select * from (values ('lossDay', 'day', acc.loss_day_minor), ('lossWeek', 'week', acc.loss_week_minor), ('lossMonth', 'month', acc.loss_month_minor))
      as f (name, period, counted)
  loop
    most := (own ->> (field.name || 'Minor'))::bigint;
    lost := add_loss(field.counted, acc.loss_at >= date_trunc(field.period, at, 'UTC'), 0);
    if lost + amount > most then
      return jsonb_build_object('limit', field.name, 'limitMinor', most, 'remainingMinor', greatest(most - lost, 0), 'resetsAt', period_ends(at, field.period));
    end if;
  end loop;
  return null;
end $$;

-- The params of the first own limit that a deposit would break, or null. The amount is in the play currency; requested and approved deposits count.
create or replace function broken_deposit_limit(at timestamptz, player uuid, amount bigint) returns jsonb language plpgsql stable as $$
declare
  own jsonb := (select p.own_limits from players p where p.player_id = player);
  field record;
  most bigint;
  paid bigint;
begin
  for field in select * from (values ('depositDay', 'day'), ('depositWeek', 'week'), ('depositMonth', 'month')) as f (name, period) loop
    most := (own ->> (field.name || 'Minor'))::bigint;
    if most is not null then
      paid := paid_since(player, 'deposit', period_start(at, field.period));
      if paid + amount > most then
        return jsonb_build_object('limit', field.name, 'limitMinor', most, 'remainingMinor', greatest(most - paid, 0), 'resetsAt', period_ends(at, field.period));
      end if;
    end if;
  end loop;
  return null;
end $$;

-- The most that a player can withdraw from all accounts, in the play currency: available cash less the unstaked part of the welcome bonus, whatever currency
-- the bonus was converted to. Currencies without a rate count as zero.
create or replace function withdrawable_worth(p players) returns bigint language sql stable as $$
  select greatest(coalesce(sum(to_play(a.cash_minor - a.held_minor, a.currency, p.currency)), 0)::bigint - unplayed_bonus(p.player_id, p.currency), 0)
  from accounts a where a.player_id = p.player_id
$$;
