-- The seed after the current one: chosen with it and shown as a hash before the player chooses the client seed it is drawn with, so that neither side can fit one to the other.
alter table seeds add column next_id uuid;
update seeds set next_id = uuidv7() where revealed_at is null;
alter table seeds add constraint seeds_next check (revealed_at is not null or next_id is not null);
