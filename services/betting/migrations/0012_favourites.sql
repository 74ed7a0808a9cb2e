-- Fixtures that are forgotten are nobody's favourites any more: those of before now, and from now on with each.
delete from favourites v where v.kind = 'fixture' and not exists (select from fixtures f where f.id::text = v.id);
create index favourites_fixture on favourites (id) where kind = 'fixture';
