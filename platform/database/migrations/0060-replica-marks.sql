-- What a node wrote before it reads from a replica: once the replica shows it, it shows all earlier commits too (ADR-74).
alter table cache_nodes add column replica_mark bigint not null default 0;
