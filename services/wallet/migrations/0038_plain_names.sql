-- Functions with another name or another argument name: sql/books.sql, sql/proof.sql and sql/whole-proof.sql declare them again.
drop function if exists fold_house();
drop function if exists prove_sums(pg_snapshot, pg_snapshot);
drop function if exists prove_house(pg_snapshot);
