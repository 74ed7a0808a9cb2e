-- The unique index on the ids is read in either direction; a second one cost every change of a bet.
drop index if exists bets_book;
