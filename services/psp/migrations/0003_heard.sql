-- What was heard long ago is found by when it was heard.
create index webhooks_heard on webhooks (heard_at) where heard_at is not null;
