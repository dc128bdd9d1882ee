-- The rules of each status for triggers and procedures, as in features/orders/order-status.ts. The refusal to
-- cancel depends on who asks; null: not refused.
drop function if exists public.order_statuses();
create function public.order_statuses()
returns table (status text, next_status text, is_open boolean, customer_refusal text, list_refusal text, order_page_refusal text)
language sql immutable parallel safe as $$
  values
    ('pending',    'processing', true,  null,               null,        null),
    ('processing', 'shipped',    true,  null,               null,        null),
    ('shipped',    'delivered',  true,  'shipped-phone-us', null,        null),
    ('delivered',  null,         false, 'delivered',        'delivered', null),
    -- Cancelling again is not refused and changes nothing.
    ('cancelled',  null,         false, null,               null,        null)
$$;
