-- What is deleted when its time is over is found without reading the table (delete_expired_rows).
create index outbox_sent on outbox (sent_at) where sent_at is not null;
create index outbox_dropped on outbox (dropped_at) where dropped_at is not null;
create index idempotency_keys_by_time on idempotency_keys (created_at);
