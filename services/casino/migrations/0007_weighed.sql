-- Whether the weighted results count the round, so that its void is deducted from them: false for rounds that a release without those results recorded.
alter table rounds add column is_weighed boolean not null default false;
