-- What is under way with wallet, and what is removed by its age.

-- A closing keeps its reason until wallet has answered. One that was under way may have been asked for under a version far above the account's.
alter table users add column closing_reason text not null default '';
update users set version = version + 1000 where closing_at is not null;

-- When wallet was last asked for another play currency; null once its answer is the copy kept here.
alter table users add column currency_asked_at timestamptz;
create index users_currency_asked on users (currency_asked_at) where currency_asked_at is not null;

create index devices_age on devices (last_seen_at);
create index refresh_tokens_used on refresh_tokens (used_at) where used_at is not null;
create index user_history_age on user_history (at);
create index user_history_sign_ins on user_history (at) where kind in ('signed_in', 'sign_in_failed');
