-- The world of the feed that a fixture belongs to, as the feed names it; without a name to whichever is heard.
alter table fixtures add epoch text;

-- What the feed said of a market, or of all markets of a fixture, that nobody could read: it was taken for a stop of that sequence.
create table unread (
  letter text primary key,
  fixture_id uuid not null,
  market_id uuid,
  sequence bigint not null,
  at timestamptz not null
);
create index unread_fixture on unread (fixture_id);
