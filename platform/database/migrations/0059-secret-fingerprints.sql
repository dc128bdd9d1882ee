-- Tells nodes whose sessions are signed by another secret: one that has another SESSION_SECRET signs shoppers out (FLEET-16).
-- Empty for nodes of a build before.
alter table cache_nodes add column secret_fingerprint text not null default '';
