-- Lists over all players of what moves rarely: adjustments, conversions, bonuses, corrections. Stakes and winnings are dense in time, and their posting pays for no index.
create index transfers_rare on transfers (kind, id) where kind not in ('stake', 'win');
create index adjustments_of_status on adjustments (status, id);
create index payments_of_method on payments (method, id);
create index payments_of_type_status on payments (type, status, id);
