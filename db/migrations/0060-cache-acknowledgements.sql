-- The newest request that a node has received, and with it all earlier changes (server/page-cache/cache-acknowledgements.ts).
alter table cache_nodes add column acknowledged bigint not null default 0;
