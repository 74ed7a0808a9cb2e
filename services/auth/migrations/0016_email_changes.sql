-- New addresses of accounts, from the request until one can no longer be undone. `old_key` and `new_key` identify the mailboxes.
create table email_changes (
  id uuid primary key,
  player_id uuid not null references users,
  old_email text not null,
  old_key text not null,
  new_email text not null,
  new_key text not null,
  -- Null if the player asked.
  operator_id uuid,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  -- When it was replaced or cancelled, or undone after it was confirmed.
  ended_at timestamptz
);
create unique index email_changes_pending on email_changes (player_id) where confirmed_at is null and ended_at is null;
create index email_changes_of_player on email_changes (player_id, requested_at desc);
create index email_changes_old_key on email_changes (old_key) where confirmed_at is not null and ended_at is null;
create index email_changes_requested on email_changes (requested_at);

alter table links drop constraint links_purpose_check;
alter table links add constraint links_purpose_check check (purpose in ('verify_email', 'activate', 'reset_password', 'change_email', 'undo_email'));

-- Where a mail goes if not to the address of the account.
alter table mails add column email text;
