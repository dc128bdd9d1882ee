-- Columns and rows that no statement may change, not even the database owner's.
create or replace function public.reject_change() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', message = format('%s: %s', tg_table_name, tg_argv[0]);
end $$;
create or replace trigger slug_is_immutable before update on categories
  for each row when (old.slug <> new.slug)
  execute function reject_change('a slug never changes, because links contain it.');
-- "of slug", because sales update only the stock and must not run this trigger.
create or replace trigger slug_is_immutable before update of slug on products
  for each row when (old.slug <> new.slug)
  execute function reject_change('a slug never changes, because links contain it.');
-- Only adopt_phone_orders() gives an order to another user: the customer's own account.
create or replace trigger order_identity_is_immutable before update on orders
  for each row when ((old.id, old.created_at) is distinct from (new.id, new.created_at)
    or (old.user_id is distinct from new.user_id and current_setting('ninth_bend.adopts_phone_orders', true) is distinct from 'yes'))
  execute function reject_change('an order keeps its id, its customer and its time.');
-- Only erase_customer() replaces texts in which a customer may be named, and deletes notes.
create or replace trigger append_only before delete or truncate on order_history
  for each statement execute function reject_change('rows are only ever added.');
create or replace trigger append_only_update before update on order_history
  for each statement when (current_setting('ninth_bend.erases_customer', true) is distinct from 'yes')
  execute function reject_change('rows are only ever added.');
create or replace trigger append_only before delete or truncate on phone_orders
  for each statement execute function reject_change('rows are only ever added.');
create or replace trigger append_only_update before update on phone_orders
  for each statement when (current_setting('ninth_bend.erases_customer', true) is distinct from 'yes')
  execute function reject_change('rows are only ever added.');
create or replace trigger append_only before update or truncate on order_notes
  for each statement execute function reject_change('rows are only ever added.');
create or replace trigger append_only_delete before delete on order_notes
  for each statement when (current_setting('ninth_bend.erases_customer', true) is distinct from 'yes')
  execute function reject_change('rows are only ever added.');
create or replace trigger append_only before update or truncate on customer_notes
  for each statement execute function reject_change('rows are only ever added.');
create or replace trigger append_only_delete before delete on customer_notes
  for each statement when (current_setting('ninth_bend.erases_customer', true) is distinct from 'yes')
  execute function reject_change('rows are only ever added.');
-- Only remove_demonstration() and undo_product_import() delete: the first stock of products that nobody has
-- ordered.
create or replace trigger append_only before update or truncate on inventory_adjustments
  for each statement execute function reject_change('rows are only ever added.');
create or replace trigger append_only_delete before delete on inventory_adjustments
  for each statement when (current_setting('ninth_bend.removes_demonstration', true) is distinct from 'yes'
                           and current_setting('ninth_bend.undoes_import', true) is distinct from 'yes')
  execute function reject_change('rows are only ever added.');
create or replace trigger append_only before update or delete or truncate on recall_batches
  for each statement execute function reject_change('rows are only ever added.');
create or replace trigger never_deleted before delete or truncate on recalls
  for each statement execute function reject_change('recalls are kept.');
create or replace trigger applied_is_kept before update or delete on stock_takes
  for each row when (old.applied_at is not null)
  execute function reject_change('a stock-take that was applied is kept.');
create or replace trigger append_only before update or delete or truncate on batch_movements
  for each statement execute function reject_change('rows are only ever added.');
create or replace trigger append_only before delete or truncate on refunds
  for each statement execute function reject_change('rows are only ever added.');
create or replace trigger append_only_update before update on refunds
  for each statement when (current_setting('ninth_bend.erases_customer', true) is distinct from 'yes')
  execute function reject_change('rows are only ever added.');
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
create or replace trigger append_only before update or truncate on audit_events
  for each statement execute function reject_change('rows are only ever added.');
create or replace trigger append_only_delete before delete on audit_events
  for each statement when (current_setting('ninth_bend.deletes_expired', true) is distinct from 'yes')
  execute function reject_change('rows are only ever added.');
create or replace trigger append_only before update or truncate on access_events
  for each statement execute function reject_change('rows are only ever added.');
create or replace trigger append_only_delete before delete on access_events
  for each statement when (current_setting('ninth_bend.deletes_expired', true) is distinct from 'yes')
  execute function reject_change('rows are only ever added.');
create or replace trigger keep_until_expired before delete on audit_events
  for each row execute function reject_unexpired('365');
create or replace trigger keep_until_expired before delete on access_events
  for each row execute function reject_unexpired('90');
