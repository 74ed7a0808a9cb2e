-- Figures of weeks are read by the hour, at their edges by the minute. Triggers keep an hour equal to its minutes, in the transaction that changes these.
create table house_hours (
  hour timestamptz not null,
  book text not null,
  currency text not null,
  account text not null,
  kind text not null,
  amount_minor bigint not null,
  primary key (hour, book, currency, account, kind)
);
create table closed_hours (
  hour timestamptz not null,
  currency text not null,
  wagered_minor bigint not null,
  paid_minor bigint not null,
  free_minor bigint not null,
  primary key (hour, currency)
);

create function count_house_hour() returns trigger language plpgsql as $$
declare
  m house_minutes := coalesce(new, old);
begin
  insert into house_hours as h (hour, book, currency, account, kind, amount_minor)
  values (date_trunc('hour', m.minute, 'UTC'), m.book, m.currency, m.account, m.kind, coalesce(new.amount_minor, 0) - coalesce(old.amount_minor, 0))
  on conflict (hour, book, currency, account, kind) do update set amount_minor = h.amount_minor + excluded.amount_minor;
  return null;
end $$;
create trigger count_hour after insert or update of amount_minor or delete on house_minutes for each row execute function count_house_hour();

create function count_closed_hour() returns trigger language plpgsql as $$
declare
  m closed_minutes := coalesce(new, old);
begin
  insert into closed_hours as h (hour, currency, wagered_minor, paid_minor, free_minor)
  values (date_trunc('hour', m.minute, 'UTC'), m.currency, coalesce(new.wagered_minor, 0) - coalesce(old.wagered_minor, 0),
    coalesce(new.paid_minor, 0) - coalesce(old.paid_minor, 0), coalesce(new.free_minor, 0) - coalesce(old.free_minor, 0))
  on conflict (hour, currency) do update set wagered_minor = h.wagered_minor + excluded.wagered_minor, paid_minor = h.paid_minor + excluded.paid_minor,
    free_minor = h.free_minor + excluded.free_minor;
  return null;
end $$;
create trigger count_hour after insert or update or delete on closed_minutes for each row execute function count_closed_hour();

-- The triggers keep writers out until the hours of all minutes before are counted.
insert into house_hours select date_trunc('hour', minute, 'UTC'), book, currency, account, kind, sum(amount_minor) from house_minutes group by 1, 2, 3, 4, 5;
insert into closed_hours select date_trunc('hour', minute, 'UTC'), currency, sum(wagered_minor), sum(paid_minor), sum(free_minor) from closed_minutes group by 1, 2;

-- Whether somebody staked within other hours too.
create index staked_hours_player on staked_hours (player_id, hour);
-- How many hold money, without reading their accounts.
create index accounts_of_book on accounts (book, player_id);

-- The first full hour that begins at an instant or after it.
create function first_hour(at timestamptz) returns timestamptz language sql immutable as $$
  select date_trunc('hour', at + interval '1 hour' - interval '1 microsecond', 'UTC')
$$;
