-- What the operators' search finds: promotions by name, claims by the end of their id as it is printed.
create extension if not exists pg_trgm;
create index promotions_search on promotions using gin (lower(name) gin_trgm_ops);
create index promotions_id_end on promotions (right(id::text, 8));
create index claims_id_end on claims (right(id::text, 8));
