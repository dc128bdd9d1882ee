-- Grants and row-level security policies. Reapplied as a whole, so everything is revoked first. Orders, order
-- items and stock change only through procedures.

revoke all on schema public, accounts from public;
revoke all on all tables in schema public, accounts
  from public, ninth_bend_visitor, ninth_bend_customer, ninth_bend_checkout, ninth_bend_admin, ninth_bend_packer,
    ninth_bend_worker, ninth_bend_accounts;
grant usage on schema public
  to ninth_bend_visitor, ninth_bend_customer, ninth_bend_checkout, ninth_bend_admin, ninth_bend_packer, ninth_bend_worker,
    ninth_bend_accounts;

do $$
declare
  v_row record;
begin
  for v_row in select schemaname, tablename, policyname from pg_policies
                where schemaname in ('public', 'accounts') loop
    execute format('drop policy %I on %I.%I', v_row.policyname, v_row.schemaname, v_row.tablename);
  end loop;
  for v_row in select schemaname, tablename from pg_tables where schemaname in ('public', 'accounts') loop
    execute format('alter table %I.%I enable row level security', v_row.schemaname, v_row.tablename);
  end loop;
  -- New functions are executable by public; each procedure's file grants execute itself.
  for v_row in select p.oid::regprocedure::text as signature from pg_proc p where p.pronamespace = 'public'::regnamespace
                and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
    execute format('revoke execute on function %s from public', v_row.signature);
  end loop;
  -- Only the accounts role may use the tables of the accounts schema, including future ones.
  grant usage on schema accounts to ninth_bend_accounts;
  for v_row in select schemaname, tablename from pg_tables where schemaname = 'accounts' loop
    execute format('grant select, insert, update, delete on %I.%I to ninth_bend_accounts',
      v_row.schemaname, v_row.tablename);
    execute format('create policy accounts_all on %I.%I to ninth_bend_accounts using (true) with check (true)',
      v_row.schemaname, v_row.tablename);
  end loop;
end $$;

-- Shoppers see active products; admins edit everything except slugs, stock and columns maintained by triggers.
grant select on categories, category_counts, products, pictures
  to ninth_bend_visitor, ninth_bend_customer, ninth_bend_admin, ninth_bend_worker;
create policy select_all on categories for select using (true);
create policy select_all on category_counts for select using (true);
create policy select_all on pictures for select using (true);
create policy shoppers_select_active on products for select to ninth_bend_visitor, ninth_bend_customer
  using (is_active);
create policy admin_select on products for select to ninth_bend_admin using ((select is_manager()));
create policy worker_select on products for select to ninth_bend_worker using (true);

grant insert (id, name, slug, description, image_url, position, is_on_home_page), update (name, description, image_url, is_on_home_page)
   on categories to ninth_bend_admin;
create policy admin_insert on categories for insert to ninth_bend_admin with check ((select is_manager()));
create policy admin_update on categories for update to ninth_bend_admin using ((select is_manager()));

-- platform/database/privileges.sql.test.ts names the columns that admins may not write.
do $$
begin
  execute format('grant insert (%s), update (%s) on products to ninth_bend_admin',
    all_columns_except('products', array['sellable_stock', 'featured_position', 'offer_ends_at', 'reference_price', 'version', 'created_at', 'updated_at']),
    all_columns_except('products', array['id', 'slug', 'stock', 'sellable_stock', 'featured_position', 'offer_ends_at', 'reference_price', 'version', 'created_at', 'updated_at']));
end $$;
create policy admin_insert on products for insert to ninth_bend_admin with check ((select is_manager()));
create policy admin_update on products for update to ninth_bend_admin using ((select is_manager()));

-- Only the picture pipeline (worker) writes pictures.
grant insert, delete on pictures to ninth_bend_worker;
create policy worker_insert on pictures for insert to ninth_bend_worker with check (true);
create policy worker_delete on pictures for delete to ninth_bend_worker using (true);
grant select, insert, delete on picture_removals to ninth_bend_worker;
create policy worker_all on picture_removals to ninth_bend_worker using (true) with check (true);

-- Pairings are written by procedures only. Stock alerts are accessible through procedures only.
grant select on product_pairings to ninth_bend_visitor, ninth_bend_customer, ninth_bend_admin;
grant select on bought_together to ninth_bend_visitor, ninth_bend_customer;
create policy select_all on product_pairings for select using (true);
create policy select_all on bought_together for select to ninth_bend_visitor, ninth_bend_customer using (true);

-- Customers read and change their own profile, except the email, which belongs to the account. Avoided
-- allergens are health data: only the customer reads and changes them.
grant select, update (avoided_allergens) on user_profiles to ninth_bend_customer;
do $$
begin
  execute format('grant select (%s) on user_profiles to ninth_bend_admin, ninth_bend_worker, ninth_bend_accounts',
    all_columns_except('user_profiles', array['avoided_allergens']));
end $$;
grant update (full_name, phone, address, post_code, city, country) on user_profiles
  to ninth_bend_customer, ninth_bend_admin;
grant insert (user_id, full_name, phone, address, post_code, city, country, email), update (email)
   on user_profiles to ninth_bend_accounts;
create policy select_own on user_profiles for select to ninth_bend_customer
  using (user_id = (select current_user_id()));
create policy update_own on user_profiles for update to ninth_bend_customer, ninth_bend_admin
  using (user_id = (select current_user_id()));
create policy admin_select on user_profiles for select to ninth_bend_admin using ((select is_manager()));
create policy worker_select on user_profiles for select to ninth_bend_worker using (true);
create policy accounts_select on user_profiles for select to ninth_bend_accounts using (true);
create policy accounts_insert on user_profiles for insert to ninth_bend_accounts with check (true);
create policy accounts_update on user_profiles for update to ninth_bend_accounts using (true);

-- Read by the customer, admins and the worker (for emails); written by procedures only.
grant select on orders, order_items to ninth_bend_customer, ninth_bend_admin, ninth_bend_worker;
create policy select_own on orders for select to ninth_bend_customer using (user_id = (select current_user_id()));
create policy admin_select on orders for select to ninth_bend_admin using ((select is_manager()));
create policy worker_select on orders for select to ninth_bend_worker using (true);
create policy select_own on order_items for select to ninth_bend_customer
  using (exists (select from orders o where o.id = order_id and o.user_id = (select current_user_id())));
create policy admin_select on order_items for select to ninth_bend_admin using ((select is_manager()));
create policy worker_select on order_items for select to ninth_bend_worker using (true);

-- The cancellation note is internal: customers see only the fixed reason and customer_note.
grant select (id, order_id, at, actor_kind, event, from_status, to_status, reason, customer_note, undo_count) on order_history
  to ninth_bend_customer;
grant select on order_history to ninth_bend_admin;
create policy select_own on order_history for select to ninth_bend_customer
  using (exists (select from orders o where o.id = order_id and o.user_id = (select current_user_id())));
create policy admin_select on order_history for select to ninth_bend_admin using ((select is_manager()));

-- Notes may mention money, so packers read only those for packers. Written by add_order_note() only.
grant select on order_notes to ninth_bend_admin;
create policy admin_select on order_notes for select to ninth_bend_admin using ((select is_manager()));
-- Written by place_phone_order() only.
grant select on phone_orders to ninth_bend_admin;
grant select (order_id) on phone_orders to ninth_bend_worker;
create policy admin_select on phone_orders for select to ninth_bend_admin using ((select is_manager()));
create policy worker_select on phone_orders for select to ninth_bend_worker using (true);
-- The reason for a refund is internal.
grant select (id, order_id, at, amount, delivery_amount, method) on refunds to ninth_bend_customer, ninth_bend_worker;
grant select on refund_lines to ninth_bend_customer, ninth_bend_worker;
grant select on refunds, refund_lines to ninth_bend_admin;
create policy select_own on refunds for select to ninth_bend_customer
  using (exists (select from orders o where o.id = order_id and o.user_id = (select current_user_id())));
create policy admin_select on refunds for select to ninth_bend_admin using ((select is_manager()));
create policy worker_select on refunds for select to ninth_bend_worker using (true);
create policy select_own on refund_lines for select to ninth_bend_customer
  using (exists (select from refunds r join orders o on o.id = r.order_id
                  where r.id = refund_id and o.user_id = (select current_user_id())));
create policy admin_select on refund_lines for select to ninth_bend_admin using ((select is_manager()));
create policy worker_select on refund_lines for select to ninth_bend_worker using (true);

-- Batches have costs, which packers and shoppers never see. Written by triggers and procedures only.
grant select on product_batches, batch_movements, deliveries, recalls, recall_batches, stock_takes, stock_take_lines to ninth_bend_admin;
grant select (id, product_id, is_unrecorded, batch_number, best_before) on product_batches to ninth_bend_worker;
grant select (id, product_id, customer_text) on recalls to ninth_bend_worker;
grant select on recall_batches to ninth_bend_worker;
create policy admin_select on product_batches for select to ninth_bend_admin using ((select is_manager()));
create policy admin_select on batch_movements for select to ninth_bend_admin using ((select is_manager()));
create policy admin_select on deliveries for select to ninth_bend_admin using ((select is_manager()));
create policy admin_select on stock_takes for select to ninth_bend_admin using ((select is_manager()));
create policy admin_select on stock_take_lines for select to ninth_bend_admin using ((select is_manager()));
create policy admin_select on recalls for select to ninth_bend_admin using ((select is_manager()));
create policy admin_select on recall_batches for select to ninth_bend_admin using ((select is_manager()));
create policy worker_select on product_batches for select to ninth_bend_worker using (true);
create policy worker_select on recalls for select to ninth_bend_worker using (true);
create policy worker_select on recall_batches for select to ninth_bend_worker using (true);
-- Written by the procedures of product-imports only.
grant select on product_imports, product_import_lines to ninth_bend_admin;
create policy admin_select on product_imports for select to ninth_bend_admin using ((select is_manager()));
create policy admin_select on product_import_lines for select to ninth_bend_admin using ((select is_manager()));
-- Written by change_prices() and undo_price_change() only.
grant select on price_changes, price_change_lines to ninth_bend_admin;
create policy admin_select on price_changes for select to ninth_bend_admin using ((select is_manager()));
create policy admin_select on price_change_lines for select to ninth_bend_admin using ((select is_manager()));
-- Written by the procedures of offers only.
grant select on offers to ninth_bend_admin;
create policy admin_select on offers for select to ninth_bend_admin using ((select is_manager()));
grant select on inventory_adjustments to ninth_bend_admin;
create policy admin_select on inventory_adjustments for select to ninth_bend_admin using ((select is_manager()));

-- daily_sales is written by cache_daily_sales() only; daily_product_sales is read by find_best_sellers() only.
grant select on daily_sales to ninth_bend_admin;
create policy admin_select on daily_sales for select to ninth_bend_admin using ((select is_manager()));

-- After a lost response, a customer checks whether their attempt created an order; the request hash stays hidden.
grant select (user_id, key, order_id) on idempotency_keys to ninth_bend_customer;
create policy select_own on idempotency_keys for select to ninth_bend_customer using (user_id = (select current_user_id()));

-- Owned by the worker; the accounts role may insert emails but not read them.
grant select, insert, update, delete on outbox to ninth_bend_worker;
grant insert (kind, dedupe_key, recipient, payload) on outbox to ninth_bend_accounts;
create policy worker_all on outbox to ninth_bend_worker using (true) with check (true);
create policy accounts_insert on outbox for insert to ninth_bend_accounts with check (true);

-- Written by triggers and procedures only.
grant select on audit_events to ninth_bend_admin;
create policy admin_select on audit_events for select to ninth_bend_admin using ((select is_manager()));

-- Written by record_access_event() and triggers only.
grant select on access_events to ninth_bend_admin;
create policy admin_select on access_events for select to ninth_bend_admin using ((select is_manager()));

-- Each node registers itself and removes expired nodes.
grant select, insert, update, delete on cache_nodes to ninth_bend_worker;
create policy worker_all on cache_nodes to ninth_bend_worker using (true) with check (true);

-- Each node stores the scripts and styles of its build, and reads those of other builds.
grant select, insert, update, delete on built_assets to ninth_bend_worker;
create policy worker_all on built_assets to ninth_bend_worker using (true) with check (true);

-- The shop writes initial settings at startup; procedures read them with the owner's privileges.
grant select, insert, update on settings to ninth_bend_worker;
create policy worker_all on settings to ninth_bend_worker using (true) with check (true);
grant select on settings to ninth_bend_admin;
create policy admin_select on settings for select to ninth_bend_admin using ((select is_owner()));

-- Written by save_content() only. Shoppers get the current texts from the shop, which reads them as the worker.
grant select on content_versions to ninth_bend_worker, ninth_bend_admin;
create policy worker_select on content_versions for select to ninth_bend_worker using (true);
create policy admin_select on content_versions for select to ninth_bend_admin using ((select is_owner()));

-- Packers read orders without amounts of money: the details of an edit contain totals.
grant select (id, user_id, shipping_address, payment_method, status, created_at, updated_at, estimated_delivery, actual_delivery, version,
       carrier, tracking_number, delivery_service, dispatch_day)
   on orders to ninth_bend_packer;
grant select (id, order_id, line_number, product_id, quantity, product_name, net_weight, allergy_advice, image_url)
   on order_items to ninth_bend_packer;
grant select (id, order_id, at, actor_kind, actor_id, event, from_status, to_status, reason, note, undo_count, customer_note)
   on order_history to ninth_bend_packer;
grant select (user_id, full_name, phone) on user_profiles to ninth_bend_packer;
grant select (id, order_id, author_id, at, text, is_for_packers) on order_notes to ninth_bend_packer;
grant select on pictures to ninth_bend_packer;
create policy packer_select on orders for select to ninth_bend_packer using ((select is_admin()));
create policy packer_select on order_items for select to ninth_bend_packer using ((select is_admin()));
create policy packer_select on order_history for select to ninth_bend_packer using ((select is_admin()));
create policy packer_select on order_notes for select to ninth_bend_packer using (is_for_packers and (select is_admin()));
create policy packer_select on user_profiles for select to ninth_bend_packer using ((select is_admin()));
