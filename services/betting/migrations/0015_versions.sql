-- Prices of our own carry the version of their market in which they were set: prices in Redis of another one are no word of the table's.
alter table own_prices add version bigint not null default 0;

-- Bets that sell themselves, in the order they are looked at.
create index bets_selling on bets (player_id, id) where auto_look_at is not null;
