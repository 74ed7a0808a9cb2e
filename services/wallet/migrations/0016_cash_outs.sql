-- Which winnings are the price of a bet that its player sold: the ledger posts both alike, a history tells them apart.
create table cash_outs (
  player_id uuid not null,
  transfer_id uuid not null,
  primary key (player_id, transfer_id)
);
