-- Whether the owner has written the page about the shop.
create or replace function public.has_own_story() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select c.texts ? 'text' from public.content_versions c where c.page = 'about' order by c.version desc limit 1), false)
$$;

-- What is done of the first steps of a shop; no row unless the actor is an owner.
create or replace function public.find_first_steps()
returns table (has_test_email boolean, has_own_story boolean, has_own_product boolean, has_order boolean, has_second_administrator boolean)
language sql stable security definer set search_path = '' as $$
  select exists (select from public.audit_events e where e.subject_kind = 'account-mail' and e.event = 'test-sent'),
         public.has_own_story(),
         -- Products of the demonstration are known by their pictures (shop/catalogue/demo/demo-products.ts); they are fewer than
         -- a hundred, and the oldest.
         exists (select from (select p.image_url from public.products p where p.is_active order by p.created_at desc limit 100) newest
                  where coalesce(newest.image_url, '') not like '%-1793523600000.webp'),
         exists (select from public.orders),
         (select count(*) >= 2 from accounts.administrator a where a.role = 'owner' and a.suspended_at is null)
   where (select public.is_owner())
$$;

revoke execute on function public.has_own_story(), public.find_first_steps() from public;
grant execute on function public.find_first_steps() to ninth_bend_admin;
