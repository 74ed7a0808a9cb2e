-- Deciding on a welcome bonus takes the amounts of the control over operators.
drop function if exists decide_welcome(timestamptz, uuid, text, text, uuid);
