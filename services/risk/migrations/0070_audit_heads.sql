-- The newest head of the audit log that is in the head file: a file that ends before it was cut. Heads written by an earlier release are not counted.
create table audit_written (
  only_one boolean primary key default true check (only_one),
  sequence bigint not null default 0
);
insert into audit_written default values;
