-- One call to place a bet as place_bets reads it from JSON: its key, and its draft or the refusal it came with. Attributes are named as the keys of that JSON;
-- its legs are rows of bet_legs that are not yet inserted. The delay is known once the draft is accepted for insertion.
create type placement as (
  place int,
  scope text,
  key text,
  fingerprint text,
  refusal jsonb,
  id uuid,
  player_id uuid,
  book text,
  type text,
  system text,
  sizes int[],
  lines int,
  free_bet_claim_id uuid,
  rules_version text,
  currency text,
  stake_minor bigint,
  odds_milli bigint,
  potential_minor bigint,
  price_policy text,
  tolerance double precision,
  delay_ms int,
  legs bet_legs[]
);
