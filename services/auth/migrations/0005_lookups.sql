-- What is looked up at every sign-in, and when an account is erased.
create index sessions_subject on sessions (subject_id, id);
create index links_subject on links (subject_id);
create index mails_player on mails (player_id);
