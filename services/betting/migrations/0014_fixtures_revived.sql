-- A fixture that was cancelled and is played after all says so on its markets as well.
alter table market_words drop constraint market_words_kind_check;
alter table market_words add constraint market_words_kind_check
  check (kind in ('result', 'rollback', 'release', 'cancel', 'fixture_cancelled', 'fixture_revived'));
