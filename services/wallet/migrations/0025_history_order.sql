-- Histories are ordered by when money moved. A payment that was approved is found by its transfer, any other by its own id; both ids carry their time.
alter table payments add column transfer_id uuid, add column moved_at timestamptz;
update payments p set transfer_id = t.id, moved_at = t.created_at
from transfers t where t.kind in ('deposit', 'withdrawal') and t.player_id = p.player_id and t.reference = p.id and t.kind = p.type;
alter table payments add column place uuid generated always as (coalesce(transfer_id, id)) stored;
create index payments_newest on payments (place);
create index payments_of_player_newest on payments (player_id, place);
create index payments_of_method_newest on payments (method, place);
create index payments_of_type_newest on payments (type, place);
