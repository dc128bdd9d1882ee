-- Everything that the database has of a customer, by subject; null if the actor may not see them. Managers
-- get any customer, with an audit entry, but not the avoided allergens, which are health data.
create or replace function public.export_customer(p_user_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_is_manager constant boolean := current_setting('role') = 'ninth_bend_admin' and public.is_manager();
  v_is_self constant boolean := current_setting('role') = 'ninth_bend_customer' and p_user_id = public.current_user_id();
  v_profile jsonb;
  v_emails text[];
begin
  if not (v_is_manager or v_is_self) or exists (select from accounts.administrator a where a.user_id = p_user_id) then
    return null;
  end if;
  select to_jsonb(p) - case when v_is_self then '' else 'avoided_allergens' end into v_profile
    from public.user_profiles p where p.user_id = p_user_id;
  if v_profile is null then
    return null;
  end if;
  v_emails := public.proven_emails(p_user_id);
  if v_is_manager then
    insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event)
    values ('admin', public.current_user_id(), 'customer', p_user_id, 'exported');
  end if;
  return jsonb_build_object(
    'profile', v_profile,
    -- Passwords and secrets of a second factor say nothing about a person and are dangerous in a file.
    'account', (
      select to_jsonb(u) || jsonb_build_object('has_password', exists (select from accounts.account a where a.user_id = u.id and a.password is not null))
        from accounts."user" u where u.id = p_user_id),
    'sessions', coalesce((
      select jsonb_agg(to_jsonb(s) - 'token' - 'idle' order by s.created_at) from accounts.session s where s.user_id = p_user_id), '[]'),
    'orders', coalesce((
      select jsonb_agg((to_jsonb(o) - 'search_text') || jsonb_build_object(
               'items', coalesce((select jsonb_agg(to_jsonb(i) - 'order_id' order by i.line_number) from public.order_items i where i.order_id = o.id), '[]'),
               'history', coalesce((select jsonb_agg(to_jsonb(h) - 'order_id' order by h.id) from public.order_history h where h.order_id = o.id), '[]'),
               'notes', coalesce((select jsonb_agg(to_jsonb(n) - 'order_id' order by n.id) from public.order_notes n where n.order_id = o.id), '[]'),
               'refunds', coalesce((
                 select jsonb_agg((to_jsonb(r) - 'order_id' - 'request_hash') || jsonb_build_object(
                          'lines', coalesce((select jsonb_agg(to_jsonb(l) - 'refund_id') from public.refund_lines l where l.refund_id = r.id), '[]')) order by r.at)
                   from public.refunds r where r.order_id = o.id), '[]'),
               'placed_by_phone', (select to_jsonb(h) - 'order_id' - 'request_hash' from public.phone_orders h where h.order_id = o.id))
             order by o.created_at)
        from public.orders o where o.user_id = p_user_id), '[]'),
    'notes_about_the_customer', coalesce((
      select jsonb_agg(to_jsonb(n) - 'user_id' order by n.id) from public.customer_notes n where n.user_id = p_user_id), '[]'),
    'emails', coalesce((
      -- Payloads of emails to the customer contain IDs, or links that sign in.
      select jsonb_agg(to_jsonb(m) - case when m.kind like 'owner-%' then '' else 'payload' end order by m.id) from public.outbox m
       where public.is_email_of(m, p_user_id, v_emails, array(select o.id from public.orders o where o.user_id = p_user_id))), '[]'),
    'stock_alerts', coalesce((
      select jsonb_agg(to_jsonb(s) - 'stop_token' order by s.id) from public.stock_alerts s where s.email = any (v_emails)), '[]'),
    'checkout_attempts', coalesce((
      select jsonb_agg(to_jsonb(k) - 'user_id' - 'request_hash' order by k.created_at) from public.idempotency_keys k where k.user_id = p_user_id), '[]'),
    'sign_ins', coalesce((
      select jsonb_agg(to_jsonb(e) order by e.id) from public.access_events e where e.user_id = p_user_id), '[]'),
    'changes', coalesce((
      select jsonb_agg(to_jsonb(e) order by e.id) from public.audit_events e
       where e.actor_id = p_user_id or (e.subject_id = p_user_id and e.subject_kind = 'customer')), '[]'));
end $$;

revoke execute on function public.export_customer(uuid) from public;
grant execute on function public.export_customer(uuid) to ninth_bend_customer, ninth_bend_admin;
