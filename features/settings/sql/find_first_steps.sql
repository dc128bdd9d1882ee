drop function if exists public.has_own_story();
-- Which first steps of a shop are done and work; no row unless the actor is an owner.
create or replace function public.find_first_steps()
returns table (has_test_email boolean, has_own_story boolean, has_own_product boolean, has_order boolean, has_second_administrator boolean)
language sql stable security definer set search_path = '' as $$
  select exists (select from public.audit_events e where e.subject_kind = 'account-mail' and e.event = 'test-accepted'),
         coalesce((select c.texts ? 'text' from public.content_versions c where c.page = 'about' order by c.version desc limit 1), false),
         -- Demonstration products are recognised by their pictures (features/catalogue/demo/demo-products.ts);
         -- they are fewer than a hundred, and the oldest.
         exists (select from (select p.image_url from public.products p where p.is_active order by p.created_at desc limit 100) newest
                  where coalesce(newest.image_url, '') not like '%-1793523600000.webp'),
         -- An order that staff entered proves nothing about the checkout.
         exists (select from public.orders r where not exists (select from public.phone_orders h where h.order_id = r.id)),
         -- An owner who has never signed in cannot restore the actor's access.
         exists (select from accounts.administrator a
                  where a.role = 'owner' and a.suspended_at is null and a.last_signed_in_at is not null
                    and a.user_id <> public.current_user_id())
   where (select public.is_owner())
$$;

revoke execute on function public.find_first_steps() from public;
grant execute on function public.find_first_steps() to ninth_bend_admin;
