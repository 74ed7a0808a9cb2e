-- Every permit is sent to wallet again, whose dump may be older: wallet's version may be below what was confirmed. Also run by hand when wallet alone is restored.
create or replace function restored() returns void language sql as $$
  update players set confirmed_version = 0, retries = 0, retry_at = now()
$$;
