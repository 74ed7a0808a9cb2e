-- What operators decide and read: adjustments, rules of automatic approval, and figures by the minute.

create table adjustments (
  id uuid primary key,
  player_id uuid not null references players,
  currency text not null,
  book text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  requested_by uuid not null,
  approvals_needed int not null,
  approved_by uuid[] not null default '{}',
  rejection_reason text,
  version bigint not null default 1,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'rejected') = (rejection_reason is not null))
);
create index adjustments_of_player on adjustments (player_id, id desc);
create index adjustments_pending on adjustments (id) where status = 'pending';

-- One rule per type of payment; without a row, or disabled, people decide.
create table auto_approval (
  type text primary key check (type in ('deposit', 'withdrawal')),
  enabled boolean not null,
  max_amount_minor bigint not null check (max_amount_minor > 0),
  max_day_minor bigint not null check (max_day_minor > 0),
  verified_only boolean not null,
  min_account_age_days int not null check (min_account_age_days >= 0),
  min_approved_before int not null check (min_approved_before >= 0)
);

-- The house's legs by the minute in which their transfers were made; the fold adds to it. Who staked, by the hour.
create table house_minutes (
  minute timestamptz not null,
  book text not null,
  currency text not null,
  account text not null,
  kind text not null,
  amount_minor bigint not null,
  primary key (minute, book, currency, account, kind)
);
create table staked_hours (
  hour timestamptz not null,
  player_id uuid not null,
  primary key (hour, player_id)
);

-- What was folded before is figured here, from the same entries.
insert into house_minutes
select date_trunc('minute', t.created_at), e.book, e.currency, e.account, t.kind, sum(e.amount_minor)
from marks m, entries e join transfers t on t.player_id = e.player_id and t.id = e.transfer_id
where m.reader = 'fold' and e.house and pg_visible_in_snapshot(e.xid::text::xid8, m.snapshot)
group by 1, 2, 3, 4, 5;
insert into staked_hours
select distinct date_trunc('hour', s.created_at), s.player_id from stakes s join players p using (player_id) where s.status = 'taken' and p.book = 'real';

-- Lists over all players look back in time from the newest.
create index transfers_by_time on transfers using brin (created_at) with (pages_per_range = 16, autosummarize = on);
create index payments_queue on payments (submitted_at) where status = 'pending';

do $$
declare
  known text := (select pg_get_expr(conbin, conrelid) from pg_constraint where conrelid = 'transfers'::regclass and conname = 'transfers_kind_check');
begin
  alter table transfers drop constraint transfers_kind_check;
  execute 'alter table transfers add constraint transfers_kind_check check (kind in (''adjustment'') or ' || known || ')';
end $$;
