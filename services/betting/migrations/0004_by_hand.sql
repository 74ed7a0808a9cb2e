-- Which legs an operator settled by hand, so that he can settle them another way and no others.
alter table bet_legs add by_hand boolean not null default false;
update bet_legs l set by_hand = true from bets b where b.by_hand and b.player_id = l.player_id and b.id = l.bet_id;
