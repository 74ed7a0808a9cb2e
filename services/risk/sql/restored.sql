-- Sends every permit to wallet again, because wallet's dump may be older, with versions below the confirmed ones. Also run by hand if only wallet was restored.
create or replace function restored() returns void language sql as $$
  update players set confirmed_version = 0, retries = 0, retry_at = now()
$$;
