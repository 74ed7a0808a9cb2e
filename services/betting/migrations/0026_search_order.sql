-- Fixtures that ended last, for searches by words that many fixtures have.
create index fixtures_ended on fixtures (starts_at desc, id) where ended_at is not null;
