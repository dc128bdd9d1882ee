-- The nodes that cache pages: a change of a page waits until each of them has acknowledged it or is evicted.
-- An evicted node discards its pages as soon as its lease expires (server/page-cache).

create table cache_nodes (
  node uuid primary key,
  -- Grows with each renewal of the lease: other nodes remove a row that stands still for longer than a lease.
  renewals bigint not null default 0,
  is_evicted boolean not null default false
);
