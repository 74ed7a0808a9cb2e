-- What a whole proof asks of accounts that ended, and when a rule of automatic approval looks at a payment again.

-- Whether it was ever closed: only then may its bonus have been taken back. An operator may have opened it again since.
alter table players add column was_closed boolean not null default false;
update players set was_closed = true
where status = 'closed' or player_id in (select player_id from transfers where kind = 'forfeit');

-- How often a rule has left it to people, and until when it is not looked at again.
alter table payments
  add column looks int not null default 0,
  add column next_look_at timestamptz;

-- reject_payment_by and reject_adjustment_by have stood for them since the release before.
drop function if exists reject_payment(timestamptz, uuid, text);
drop function if exists reject_adjustment(timestamptz, uuid, text);
