-- Markets whose prices in Redis were written by somebody else, so that all instances together publish it once a minute.
create table tampered_markets (
  market_id uuid primary key,
  noted_at timestamptz not null,
  version bigint not null default 1
);
