-- What was added to these calls comes last and has a default: instances of the release before go on calling them.
drop function if exists take_stakes(timestamptz, uuid[], uuid[], text[], bigint[], bigint[], uuid[], bigint[], bigint, bigint, text);
drop function if exists play_rounds(timestamptz, uuid[], int[], uuid[], text[], bigint[], bigint[], boolean[], boolean[], text[], bigint, bigint, bigint, int, text);
