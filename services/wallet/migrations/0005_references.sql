-- One bank transfer may be reported once: what was reported before with the same number is shown to whoever decides.
create index payments_bank_transaction on payments (upper(regexp_replace(bank_transaction_id, '\s', '', 'g'))) where bank_transaction_id is not null;
