-- Bets that were sold, newest first over all players.
create index cash_outs_newest on cash_outs (transfer_id);

-- When the provider said that its page is done with: an older word never brings that back.
alter table payments add column payer_done_at timestamptz;
