-- A key signs no longer than a day after a later one came: what says it was accepted beyond is not of the house.
alter table receipt_keys add column until timestamptz;
update receipt_keys k set until = n.later + interval '1 day'
from (select key_id, lead(since) over (order by since, key_id) as later from receipt_keys) n
where n.key_id = k.key_id and n.later is not null;
