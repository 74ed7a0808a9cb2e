-- Whether compliance approves the deposit of an excluded player. It comes last and has a default: instances of the release before go on calling without it.
drop function if exists approve_payment(timestamptz, uuid, jsonb, jsonb, boolean);
