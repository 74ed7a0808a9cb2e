-- A bet of several legs that returned less than its stake is won; a half result is that of a quarter line alone.
update bets b set status = case when b.due_minor > b.cashed_minor then 'won' else 'lost' end
where b.status = 'half_lost' and (b.type <> 'single' or exists (
  select from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id and l.dead_heat is not null and l.status = 'won'));
-- On a quarter line a dead heat leaves the result of the line.
update bets b set status = 'half_won'
where b.status = 'half_lost' and b.type = 'single' and exists (
  select from bet_legs l where l.player_id = b.player_id and l.bet_id = b.id and l.dead_heat is not null and l.status = 'half_won');
