-- How operators got their access: who invited, reset and raised them, and when they could first sign in. It decides whose second operator they may be.
alter table operators
  add column activated_at timestamptz,
  add column invited_by uuid,
  add column reset_by uuid,
  add column reset_at timestamptz,
  add column raised_by uuid,
  add column raised_at timestamptz;

update operators set activated_at = created_at where password_hash is not null;
