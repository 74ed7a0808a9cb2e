-- Before an account is erased wallet is asked whether money is left in it; one that may not be erased yet is asked about again later.
alter table users add column erasing_asked_at timestamptz;
