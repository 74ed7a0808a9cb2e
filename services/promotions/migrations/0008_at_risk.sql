-- Why a statement is not paid, and whether its payment was ever requested: one that may have been paid goes on to its end.
alter table cashback_statements add column unpaid_why text check (unpaid_why in ('not_playing', 'at_risk'));
alter table cashback_statements add column requested boolean not null default true;
alter table cashback_statements alter column requested set default false;
update cashback_statements set unpaid_why = 'not_playing' where status = 'unpaid';
alter table cashback_statements add check ((status = 'unpaid') = (unpaid_why is not null));
