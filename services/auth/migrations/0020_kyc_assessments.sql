-- What identity verification last published about each player, by the version of their dossier. Players without a row were never approved.
create table kyc_assessments (
  player_id uuid primary key,
  version bigint not null,
  approved boolean not null,
  -- Kinds of screening with a match that nobody has cleared.
  matches jsonb not null
);
