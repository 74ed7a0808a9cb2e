-- Deposit reports that their players took back, and payouts followed to their end: when each was sent and paid, and bank transfers, which people make and mark as paid.
-- by_hand: approved since this release, so that it says of older transfers nothing that nobody recorded.
alter table payments
  add column withdrawn_at timestamptz,
  add column sent_at timestamptz,
  add column paid_at timestamptz,
  add column paid_reference text,
  add column paid_by uuid,
  add column by_hand boolean not null default false;
create index payments_to_transfer on payments (id) where by_hand and paid_at is null;
