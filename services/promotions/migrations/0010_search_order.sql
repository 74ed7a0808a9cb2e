-- The newest promotions, for searches by words that many names have.
create index promotions_created on promotions (created_at desc, id desc);
