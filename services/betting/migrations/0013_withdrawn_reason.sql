-- Why a decision was taken back: whoever asked for it reads it there.
alter table decisions add column withdrawn_reason text;
