-- One customer's card keeps its token: known again by a keyed digest, from which no number can be had.
alter table tokens add card text;
create unique index tokens_card on tokens (customer, card) where card is not null;
