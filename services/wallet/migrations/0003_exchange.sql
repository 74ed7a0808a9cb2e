-- Money in several currencies, and what a player sets for himself: rates, quotes, withdrawal PINs, his own limits.

-- One unit of `from_currency` in units of `to_currency`, before the spread. The table is small and read at every conversion.
create table rates (
  from_currency text not null,
  to_currency text not null,
  rate numeric(24, 12) not null check (rate > 0),
  changed_at timestamptz not null,
  changed_by uuid,
  version bigint not null default 1,
  id uuid not null default uuidv7(),
  primary key (from_currency, to_currency),
  check (from_currency <> to_currency)
);

-- Derived rates lead over the dollar and are rounded down, so that no way round ends above where it began once the spread is taken.
with direct (from_currency, to_dollar, of_dollar) as (
  values ('USD', 1::numeric, 1::numeric), ('EUR', 1.09, 0.92), ('GBP', 1 / 0.79, 0.79), ('BTC', 43500, 1 / 43500::numeric), ('ETH', 3200, 1 / 3200::numeric)
)
insert into rates (from_currency, to_currency, rate, changed_at)
select f.from_currency, t.from_currency, trunc(f.to_dollar * t.of_dollar, 12), now()
from direct f join direct t on f.from_currency <> t.from_currency;

-- Every rate there ever was, with who set it and why. The first ones nobody did.
create table rate_changes (
  id uuid primary key default uuidv7(),
  from_currency text not null,
  to_currency text not null,
  rate numeric(24, 12) not null,
  changed_at timestamptz not null,
  changed_by uuid,
  reason text
);
insert into rate_changes (from_currency, to_currency, rate, changed_at) select from_currency, to_currency, rate, changed_at from rates;

-- A conversion is a quote that was used; a deposit converted on arrival makes its quote and uses it at once.
create table quotes (
  id uuid primary key,
  player_id uuid not null references players,
  from_currency text not null,
  to_currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  mid_rate numeric(24, 12) not null,
  rate numeric(24, 12) not null,
  receive_minor bigint not null check (receive_minor > 0),
  spread_minor bigint not null check (spread_minor >= 0),
  expires_at timestamptz not null,
  used_at timestamptz,
  check (from_currency <> to_currency)
);
create index quotes_unused on quotes (expires_at) where used_at is null;

-- Kept after a PIN is taken away, so that its versions go on.
create table pins (
  player_id uuid primary key references players,
  hash text,
  wrong int not null default 0,
  locked_until timestamptz,
  version bigint not null default 0
);

alter table players add column auto_convert boolean not null default false;
alter table players add column own_limits jsonb;

-- Stakes less returns of the UTC day, week and month in which `loss_at` lies; older counts are nothing. A play session ends 30 minutes after its last stake.
alter table accounts add column loss_at timestamptz;
alter table accounts add column loss_day_minor bigint not null default 0;
alter table accounts add column loss_week_minor bigint not null default 0;
alter table accounts add column loss_month_minor bigint not null default 0;
alter table accounts add column session_at timestamptz;
alter table accounts add column staked_at timestamptz;

-- Two kinds of transfers more than there were: a conversion, and the welcome bonus moving to another play currency.
do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint where conrelid = 'transfers'::regclass and conname = 'transfers_kind_check');
begin
  alter table transfers drop constraint transfers_kind_check;
  execute 'alter table transfers add constraint transfers_kind_check check (kind in (''conversion'', ''currency'') or ' || known || ')';
end $$;

-- bind_play, with limits, stands for it.
drop function if exists restrict_play(uuid, bigint, timestamptz);
