-- Columns and rows that no statement may change, not even one of the database's owner. The first argument is the message. The second
-- one is an operation that a procedure may do all the same: while it has set one of the settings that follow to 'yes'.
create or replace function public.reject_change() returns trigger language plpgsql as $$
begin
  if tg_op = tg_argv[1] and exists (select from unnest(tg_argv) with ordinality s (name, index) where s.index > 2 and current_setting(s.name, true) = 'yes') then
    return null;
  end if;
  raise exception using errcode = 'check_violation', message = format('%s: %s', tg_table_name, tg_argv[0]);
end $$;
-- Only adopt_phone_orders() gives an order to another user: the customer's own account.
create or replace trigger order_identity_is_immutable before update on orders
  for each row when ((old.id, old.created_at) is distinct from (new.id, new.created_at)
    or (old.user_id is distinct from new.user_id and current_setting('ninth_bend.adopts_phone_orders', true) is distinct from 'yes'))
  execute function reject_change('an order keeps its id, its customer and its time.');
-- Only erase_customer() replaces texts in which a customer may be named, and deletes notes.
create or replace trigger append_only before update or delete or truncate on order_history
  for each statement execute function reject_change('rows are only ever added.', 'UPDATE', 'ninth_bend.erases_customer');
create or replace trigger append_only before update or delete or truncate on phone_orders
  for each statement execute function reject_change('rows are only ever added.', 'UPDATE', 'ninth_bend.erases_customer');
create or replace trigger append_only before update or delete or truncate on refunds
  for each statement execute function reject_change('rows are only ever added.', 'UPDATE', 'ninth_bend.erases_customer');
create or replace trigger append_only before update or delete or truncate on order_notes
  for each statement execute function reject_change('rows are only ever added.', 'DELETE', 'ninth_bend.erases_customer');
create or replace trigger append_only before update or delete or truncate on customer_notes
  for each statement execute function reject_change('rows are only ever added.', 'DELETE', 'ninth_bend.erases_customer');
-- Only remove_demonstration() and undo_product_import() delete: the first stock of products without orders.
create or replace trigger append_only before update or delete or truncate on inventory_adjustments
  for each statement execute function reject_change('rows are only ever added.', 'DELETE', 'ninth_bend.removes_demonstration', 'ninth_bend.undoes_import');
create or replace trigger append_only before update or delete or truncate on recall_batches
  for each statement execute function reject_change('rows are only ever added.');
create or replace trigger never_deleted before delete or truncate on recalls
  for each statement execute function reject_change('recalls are kept.');
create or replace trigger applied_is_kept before update or delete on stock_takes
  for each row when (old.applied_at is not null)
  execute function reject_change('a stock-take that was applied is kept.');
create or replace trigger append_only before update or delete or truncate on batch_movements
  for each statement execute function reject_change('rows are only ever added.');
create or replace trigger append_only before update or delete or truncate on refund_lines
  for each statement execute function reject_change('rows are only ever added.');
create or replace trigger append_only before update or delete or truncate on content_versions
  for each statement execute function reject_change('rows are only ever added.');
-- Only delete_expired_rows() deletes, and only rows older than the minimum, whatever it is asked.
create or replace function public.reject_unexpired() returns trigger language plpgsql as $$
begin
  if old.at >= now() - make_interval(days => tg_argv[0]::integer) then
    raise exception using errcode = 'check_violation',
      message = format('%s: rows are kept for at least %s days.', tg_table_name, tg_argv[0]);
  end if;
  return old;
end $$;
create or replace trigger append_only before update or delete or truncate on audit_events
  for each statement execute function reject_change('rows are only ever added.', 'DELETE', 'ninth_bend.deletes_expired');
create or replace trigger append_only before update or delete or truncate on access_events
  for each statement execute function reject_change('rows are only ever added.', 'DELETE', 'ninth_bend.deletes_expired');
create or replace trigger keep_until_expired before delete on audit_events
  for each row execute function reject_unexpired('365');
create or replace trigger keep_until_expired before delete on access_events
  for each row execute function reject_unexpired('90');
