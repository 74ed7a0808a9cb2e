-- The records of a resource by its id. Longer names are not searched by this index, and a btree takes no text of any length.
create index audit_log_resource on audit_log (resource_id, sequence) where length(resource_id) = 36;
