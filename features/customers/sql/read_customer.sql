-- The data of a customer's page; null if there is no such customer.
create or replace function public.read_customer(p_user_id uuid, p_max_orders integer)
returns jsonb language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  v_emails text[];
  v_order_ids uuid[];
  -- Keys of the emails about these orders.
  v_keys text[];
begin
  if not public.is_manager() or exists (select from accounts.administrator a where a.user_id = p_user_id) then
    return null;
  end if;
  v_emails := public.proven_emails(p_user_id);
  v_order_ids := array(
    select o.id from public.orders o where o.user_id = p_user_id order by o.created_at desc, o.id limit p_max_orders);
  v_keys := array(
    select kind || ':' || id
      from unnest(v_order_ids) id,
           unnest(array['order-confirmation', 'order-shipped', 'order-delivered', 'order-cancelled', 'order-cancellation-received']) kind
    union all select 'order-refunded:' || r.id from public.refunds r where r.order_id = any (v_order_ids)
    union all
    select format('order-changed:%s:%s', h.order_id, h.id)
      from public.order_history h where h.order_id = any (v_order_ids) and h.event = 'edited');
  return (
    select jsonb_build_object(
      'user_id', p.user_id, 'full_name', p.full_name, 'email', p.email, 'phone', p.phone, 'address', p.address, 'post_code', p.post_code,
      'city', p.city, 'country', p.country, 'created_at', p.created_at,
      'has_account', u.id is not null, 'is_email_verified', coalesce(u.email_verified, false),
      'order_count', (select count(*) from public.orders o where o.user_id = p.user_id),
      'open_orders', (select count(*) from public.orders o join public.order_statuses() s on s.status = o.status
                       where o.user_id = p.user_id and s.is_open),
      'spent', (select coalesce(sum(o.total_amount - coalesce((select sum(r.amount) from public.refunds r where r.order_id = o.id), 0)), 0)
                  from public.orders o where o.user_id = p.user_id and o.status <> 'cancelled'),
      'orders', coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'created_at', o.created_at, 'status', o.status, 'total_amount', o.total_amount,
                 'country', o.shipping_address ->> 'country', 'post_code', o.shipping_address ->> 'post_code',
                 'phone', o.shipping_address ->> 'phone',
                 'has_recalled', o.id = any (array(select r.order_id from public.find_recalled_pieces(v_order_ids) r)),
                 'refunded', coalesce((select sum(r.amount) from public.refunds r where r.order_id = o.id), 0))
               order by o.created_at desc, o.id)
          from (select * from public.orders o where o.user_id = p.user_id order by o.created_at desc, o.id limit p_max_orders) o), '[]'),
      'notes', coalesce((
        select jsonb_agg(jsonb_build_object('id', n.id, 'at', n.at, 'text', n.text, 'author', coalesce(a.full_name, a.email)) order by n.id desc)
          from public.customer_notes n left join public.user_profiles a on a.user_id = n.author_id where n.user_id = p.user_id), '[]'),
      'emails', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'created_at', m.created_at, 'sent_at', m.sent_at, 'dropped_at', m.dropped_at,
                 'order_id', public.order_id_of_email(m.kind, m.payload)) order by m.id desc)
          from (
            (select * from public.outbox m where m.dedupe_key = any (v_keys) order by m.id desc limit 50)
            union all
            (select * from public.outbox m
              where m.kind not like 'order-%' and m.kind not like 'owner-%' and lower(m.recipient) = lower(p.email)
                and (lower(m.recipient) = any (v_emails) or p.user_id::text = any (string_to_array(m.dedupe_key, ':')))
              order by m.id desc limit 50)
            order by id desc limit 50) m), '[]'))
      from public.user_profiles p left join accounts."user" u on u.id = p.user_id where p.user_id = p_user_id);
end $$;

revoke execute on function public.read_customer(uuid, integer) from public;
grant execute on function public.read_customer(uuid, integer) to ninth_bend_admin;
