-- Settings that the owner changes in the back-office: a version for a second editor.
alter table settings add column version integer not null default 1;
