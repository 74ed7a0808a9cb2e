-- What a stake was, and what of it was at risk; instances of an earlier release leave both out.
alter table wagers add column stake_minor bigint, add column at_risk_minor bigint;
-- The stakes of which a part was not at risk, for the explanation of a claim's progress.
create index wagers_covered on wagers (claim_id) where at_risk_minor < stake_minor;
