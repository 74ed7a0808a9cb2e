-- The jurisdictions that require a verified identity, and the deposit methods that one refuses, come last and have a default: instances of the release before go on
-- calling without them.
drop function if exists take_stakes(timestamptz, uuid[], uuid[], text[], bigint[], bigint[], uuid[], bigint, bigint, text, bigint[]);
drop function if exists decide_stakes(timestamptz, uuid[], uuid[], text[], bigint[], bigint[], uuid[], bigint[], bigint, bigint);
drop function if exists play_rounds(timestamptz, uuid[], int[], uuid[], text[], bigint[], bigint[], boolean[], boolean[], bigint, bigint, bigint, int, text, text[]);
drop function if exists decide_steps(timestamptz, uuid[], int[], uuid[], text[], bigint[], bigint[], boolean[], boolean[], text[], bigint, bigint);
drop function if exists step_code(players, accounts, boolean, timestamptz, bigint, boolean, bigint, bigint, jsonb, bigint, grants);
drop function if exists request_deposit(timestamptz, jsonb, jsonb);
drop function if exists request_instant_deposit(timestamptz, jsonb, jsonb, bigint, bigint);
-- The end of an exclusion that the player asked to return from.
drop function if exists bind_play(uuid, bigint, timestamptz, jsonb, jsonb);
