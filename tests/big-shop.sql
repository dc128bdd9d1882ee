-- A shop of any size, the same each time for the same sizes and the same day: settings big_shop.products, .customers and .orders.
-- What the constraints and triggers would have seen to holds, but is written in bulk and with the dates of three years.
-- For a superuser on a migrated database without orders; indexes are made after the rows, which is many times faster.

set local synchronous_commit = off;
set local maintenance_work_mem = '512MB';
set local work_mem = '256MB';
set local jit = off;

-- Chance that comes out alike each time: a fraction, a whole number below a limit, one of a list, an id.
create function pg_temp.chance(p_number bigint, p_salt integer) returns double precision language sql immutable parallel safe
return ((hashint8extended(p_number, p_salt) >> 11) & 9007199254740991)::double precision / 9007199254740992;
create function pg_temp.below(p_limit integer, p_number bigint, p_salt integer) returns integer language sql immutable parallel safe
return floor(p_limit * pg_temp.chance(p_number, p_salt))::integer;
create function pg_temp.one_of(p_list text[], p_number bigint, p_salt integer) returns text language sql immutable parallel safe
return p_list[1 + floor(cardinality(p_list) * pg_temp.chance(p_number, p_salt))::integer];
create function pg_temp.id_of(p_kind text, p_number bigint) returns uuid language sql immutable parallel safe
return overlay(overlay(md5(p_kind || p_number) placing '4' from 13) placing '8' from 17)::uuid;

-- Indexes and keys that no other table refers to are taken away and made again at the end, as they were.
create temporary table later on commit drop as
  with big as (select oid from unnest('{products, product_words, user_profiles, orders, order_items, order_history, inventory_adjustments, outbox, idempotency_keys}'::regclass[]) t (oid)),
    keys as (
      select c.conindid, c.oid, format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname) as take_away,
             format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) as make_again
        from pg_constraint c where c.conrelid in (table big) and c.contype in ('p', 'u')
    )
  select format('drop index %s', i.indexrelid::regclass) as take_away, pg_get_indexdef(i.indexrelid) as make_again
    from pg_index i where i.indrelid in (table big) and i.indexrelid not in (select conindid from keys)
  union all
  select k.take_away, k.make_again from keys k where not exists (select from pg_constraint r where r.contype = 'f' and r.conindid = k.conindid);
do $$ declare v_statement text; begin for v_statement in select take_away from later loop execute v_statement; end loop; end $$;

create temporary table sizes on commit drop as select
  current_setting('big_shop.products')::integer as products, current_setting('big_shop.customers')::integer as customers,
  current_setting('big_shop.orders')::integer as orders, date_trunc('day', now()) - interval '3 years' as opened,
  coalesce((select user_id from accounts.administrator order by created_at limit 1), pg_temp.id_of('owner', 1)) as owner_id;

-- The catalogue: categories from a few goods to a tenth of the shop.
create temporary table goods (category text, share integer, names text[]) on commit drop;
insert into goods values
  ('Peppercorns', 4, '{Black Pepper,White Pepper,Long Pepper,Pepper Blend}'), ('Cardamom and Cloves', 4, '{Green Cardamom,Cloves,Star Anise,Mace}'),
  ('Chillies', 5, '{Red Chillies,Chilli Flakes,Chilli Powder,Bird Eye Chillies}'), ('Masala Blends', 12, '{Garam Masala,Sambar Masala,Fish Masala,Meat Masala}'),
  ('Wild Honey', 5, '{Forest Honey,Cliff Honey,Stingless Bee Honey,Jamun Honey}'), ('Spiced Honey', 3, '{Ginger Honey,Cinnamon Honey,Turmeric Honey,Pepper Honey}'),
  ('Banana Chips', 6, '{Banana Chips,Ripe Banana Chips,Pepper Banana Chips,Banana Sticks}'), ('Jackfruit', 4, '{Jackfruit Chips,Dried Jackfruit,Jackfruit Flour,Jackfruit Jam}'),
  ('Tapioca', 3, '{Tapioca Chips,Tapioca Pearls,Tapioca Flour,Chilli Tapioca}'), ('Red Rice', 5, '{Matta Rice,Broken Rice,Flaked Rice,Puffed Rice}'),
  ('Rice Flours', 4, '{Puttu Flour,Appam Flour,Idiyappam Flour,Pathiri Flour}'), ('Lentils and Pulses', 6, '{Toor Dal,Green Gram,Horse Gram,Black Chickpeas}'),
  ('Coconut Oils', 4, '{Virgin Coconut Oil,Roasted Coconut Oil,Coconut Hair Oil,Cooking Oil}'), ('Coconut Foods', 3, '{Coconut Milk,Desiccated Coconut,Coconut Sugar,Coconut Chutney}'),
  ('Indian Pickles', 6, '{Mango Pickle,Lime Pickle,Garlic Pickle,Gooseberry Pickle}'), ('Chutney Powders', 3, '{Gunpowder,Prawn Chutney,Curry Leaf Powder,Flaxseed Podi}'),
  ('Leaf Teas', 5, '{Black Tea,Green Tea,White Tea,Masala Tea}'), ('Estate Coffees', 4, '{Arabica Coffee,Robusta Coffee,Monsooned Coffee,Filter Coffee}'),
  ('Jaggery', 3, '{Jaggery Blocks,Jaggery Powder,Palm Jaggery,Ginger Jaggery}'), ('Millets', 3, '{Ragi,Foxtail Millet,Little Millet,Millet Flakes}'),
  ('Cashews and Nuts', 3, '{Cashews,Roasted Cashews,Peanuts,Almonds}'), ('Dried Fruit', 2, '{Dried Mango,Kokum,Raisins,Dates}'),
  ('Sauces and Pastes', 2, '{Tamarind Paste,Curry Paste,Ginger Paste,Kandhari Sauce}'), ('Gift Boxes', 1, '{Spice Box,Tea Box,Honey Box,Onam Box}');
create temporary table shelves on commit drop as
  select pg_temp.id_of('category', row_number() over (order by category)) as id, category, names,
         sum(share) over (order by category) - share as from_share, sum(share) over (order by category) as to_share,
         sum(share) over () as shares
    from goods;
insert into categories (id, name, slug, description)
select id, category, lower(replace(category, ' ', '-')) || '-of-the-hills', 'What ' || category || ' the hills around Wayanad give, packed where they grow.'
  from shelves;

create temporary table big_products on commit drop as
  with placed as (
    select n, s.id as category_id, s.names, row_number() over (partition by s.id order by n) - 1 as i
      from sizes, generate_series(1, sizes.products) n
      join shelves s on pg_temp.below((select max(shares) from shelves)::integer, n, 1) >= s.from_share
                    and pg_temp.below((select max(shares) from shelves)::integer, n, 1) < s.to_share
  )
  select n, pg_temp.id_of('product', n) as id, category_id,
         (array['Wayanad', 'Vythiri', 'Munnar', 'Thekkady', 'Lakkidi', 'Mananthavady', 'Kochi', 'Malabar', 'Idukki', 'Palakkad', 'Kollam', 'Kannur',
           'Nilgiri', 'Attappadi', 'Thrissur', 'Kalpetta', 'Meppadi', 'Alappuzha', 'Kottayam', 'Kasaragod', 'Coorg', 'Chembra', 'Banasura', 'Periyar',
           'Silent Valley', 'Nelliyampathy', 'Vagamon', 'Ponmudi', 'Sultan Bathery', 'Pulpally'])[1 + i % 30]
         || ' ' || (array['Sun-Dried', 'Hand-Picked', 'Organic', 'Small Batch', 'Estate', 'Village', 'Smoked', 'Stone-Ground', 'Early Harvest', 'Late Harvest',
           'Single Garden', 'Heirloom', 'Home-Style', 'Temple Town', 'Slow-Roasted', 'Shade-Grown', 'Wild', 'Everyday', 'Festival', 'Reserve'])[1 + (i / 30) % 20]
         || ' ' || names[1 + (i / 600) % 4]
         || ' ' || (array['50g', '100g', '200g', '250g', '400g', '500g', '750g', '1kg', '2kg', '5kg'])[1 + (i / 2400) % 10] as name,
         (array['50g', '100g', '200g', '250g', '400g', '500g', '750g', '1kg', '2kg', '5kg'])[1 + (i / 2400) % 10] as net_weight,
         -- Nine in ten were there before the first order, the others came one by one.
         case when n % 10 > 0 then opened - interval '1 year' * pg_temp.chance(n, 2)
              else opened + (now() - opened) * pg_temp.chance(n, 2) end as created_at,
         case when pg_temp.chance(n, 3) < 0.02 then 0 when pg_temp.chance(n, 3) < 0.07 then 1 + pg_temp.below(9, n, 4)
              else floor(10 * 60 ^ pg_temp.chance(n, 5))::integer end as stock,
         (0.99 + floor(40 ^ (0.2 + 0.8 * pg_temp.chance(n, 6)) * 20) / 20)::numeric(10,2) as price,
         case when pg_temp.chance(n, 7) < 0.8 then 'Ninth Bend'
              else pg_temp.one_of('{Ghat Road,Kaveri Foods,Malabar Larder,Hill & Harbour,Nine Spoons,Monsoon Kitchen}', n, 8) end as brand
    from placed, sizes;

create temporary table big_customers on commit drop as
  select n, pg_temp.id_of('customer', n) as user_id, first_name || ' ' || last_name as full_name,
         lower(first_name || '.' || last_name) || n || '@' || pg_temp.one_of('{mail,post,inbox,letters}', n, 23) || '.example' as email,
         (array['020 7946 0', '0113 496 0', '0114 496 0', '0115 496 0', '0116 496 0', '0117 496 0', '0118 496 0', '0121 496 0', '0131 496 0',
           '0141 496 0', '0151 496 0', '0161 496 0', '0191 498 0', '01632 960', '07700 900'])[1 + pg_temp.below(15, n, 24)]
           || lpad(pg_temp.below(1000, n, 25)::text, 3, '0') as phone,
         1 + pg_temp.below(180, n, 26) || ' ' || pg_temp.one_of('{High Street,Station Road,Church Lane,Mill Road,Victoria Road,Park Avenue,Ghat Road}', n, 27) as address,
         (array['SW', 'SE', 'NW', 'E', 'N', 'W', 'LS', 'M', 'B', 'L', 'S', 'BS', 'CF', 'EH', 'G', 'NE', 'OX', 'CB', 'RG', 'HA', 'UB', 'IG'])[1 + town]
           || 1 + pg_temp.below(20, n, 29) || ' ' || pg_temp.below(10, n, 30)
           || chr(65 + pg_temp.below(26, n, 31)) || chr(65 + pg_temp.below(26, n, 32)) as post_code,
         (array['London', 'London', 'London', 'London', 'London', 'London', 'Leeds', 'Manchester', 'Birmingham', 'Liverpool', 'Sheffield', 'Bristol',
           'Cardiff', 'Edinburgh', 'Glasgow', 'Newcastle', 'Oxford', 'Cambridge', 'Reading', 'Harrow', 'Southall', 'Ilford'])[1 + town] as city
    from sizes, generate_series(1, sizes.customers) n,
    -- A common name is a twentieth of all of them, and most are rare.
    lateral (select case when pg_temp.chance(n, 20) < 0.05 then 'Priya' else pg_temp.one_of(
        '{Asha,Anu,Bala,Chitra,Deepa,Divya,Gita,Hari,Indu,Jaya,Kavya,Lakshmi,Leela,Manoj,Maya,Meera,Mohan,Nandini,Nisha,Omana,Radha,Rajesh,Ravi,Rekha,Rohan,Sachin,
          Sajan,Sarita,Shobha,Sindhu,Suresh,Tara,Uma,Vijay,Vinod,Zubin,Alice,Ben,Charlotte,Daniel,Emily,Fiona,George,Hannah,Isla,Jack,Karen,Liam,Megan,Noah,Olivia,Peter,
          Quentin,Ruth,Sam,Tom,Una,Victor,Wendy,Xavier,Yasmin,Zoe}', n, 21) end as first_name) f,
    lateral (select case when pg_temp.chance(n, 22) < 0.05 then 'Nair' when pg_temp.chance(n, 22) < 0.07 then 'Smith' else initcap(pg_temp.one_of(
        '{ka,me,pi,tha,va,ra,no,mu,ba,che,do,fe,gi,hu,jo}', n, 33) || pg_temp.one_of('{na,ri,lo,shi,the,vo,mma,dya,ppe,rin,kka,lle,sto}', n, 34)
        || pg_temp.one_of('{n,l,r,th,m,yil,ton,ley,kal,dan,wal,war,son,khar}', n, 35)) end as last_name) l,
    lateral (select pg_temp.below(22, n, 28) as town) t;
-- A shop that grows: more orders each month, by day more than by night, to this minute.
create temporary table big_orders on commit drop as
  with dated as (
    select n, pg_temp.id_of('order', n) as id, 1 + floor(customers * pg_temp.chance(n, 40) ^ 1.5)::integer as customer,
           least(now() - interval '1 minute' * (1 + pg_temp.below(60, n, 42)),
             date_trunc('day', opened + (now() - opened) * (n::double precision / orders) ^ 0.8)
               + interval '1 second' * floor(21600 + 61200 * (pg_temp.chance(n, 41) + pg_temp.chance(n, 43)) / 2)) as created_at
      from sizes, generate_series(1, sizes.orders) n
  ), days as (
    select day::date, working_days_after(day::date, 3) as estimated_delivery from sizes, generate_series(opened, now(), '1 day') day
  )
  select n, id, customer, created_at, d.estimated_delivery, pg_temp.chance(n, 45) < 0.5 as by_customer,
         case when luck < 0.045 then 'cancelled'
              when age > interval '6 days' then case when luck < 0.046 then 'shipped' else 'delivered' end
              when age > interval '3 days' then case when luck < 0.6 then 'shipped' else 'delivered' end
              when age > interval '1 day' then case when luck < 0.15 then 'pending' when luck < 0.45 then 'processing' else 'shipped' end
              when luck < 0.25 then 'processing' else 'pending' end as status
    from dated join days d on d.day = created_at::date, lateral (select pg_temp.chance(n, 44) as luck, now() - created_at as age) l;

create temporary table big_items on commit drop as
  select distinct on (o.n, p.n) o.n, o.id as order_id, o.created_at, o.status, o.by_customer, c.user_id, line, p.id as product_id, p.price, p.name, p.net_weight,
         case when pg_temp.chance(o.n * 8 + line, 51) < 0.75 then 1 else 2 + pg_temp.below(3, o.n * 8 + line, 52) end as quantity
    from sizes, big_orders o join big_customers c on c.n = o.customer,
         generate_series(1, (array[1, 1, 1, 2, 2, 2, 3, 3, 4, 5])[1 + pg_temp.below(10, o.n, 50)]) line,
         lateral (select 1 + floor(sizes.products * pg_temp.chance(o.n * 8 + line, 53) ^ 1.7)::integer as wanted) w
    -- What came later than the first order is left out, so that nothing is sold before it was there.
    join big_products p on p.n = case when w.wanted % 10 = 0 then w.wanted - 1 else w.wanted end
   order by o.n, p.n, line;

-- What was taken by an order that was cancelled must have been there to be taken.
update big_products p set stock = stock + c.pieces
  from (select product_id, sum(quantity)::integer as pieces from big_items where status = 'cancelled' group by product_id) c where c.product_id = p.id;
alter table products disable trigger note_initial_stock;
insert into products (id, slug, name, category_id, description, price, stock, is_active, is_featured, is_best_seller, badge, image_url, net_weight,
  brand, ingredients, allergy_advice, lifestyle, dietary_info, storage_instructions, manufacturer, created_at, updated_at)
select p.id, trim(both '-' from regexp_replace(lower(p.name), '[^a-z0-9]+', '-', 'g')), p.name, p.category_id,
  'Grown on small farms above the ninth bend of the ghat road, dried in the sun and packed within the week. ' || p.name
    || ' keeps its scent for months; a spoonful is enough for a family meal.',
  p.price, p.stock, pg_temp.chance(p.n, 9) < 0.94, pg_temp.chance(p.n, 10) < 0.02, pg_temp.chance(p.n, 11) < 0.03,
  case when pg_temp.chance(p.n, 12) < 0.05 then pg_temp.one_of('{New,Best Seller,Organic,Limited}', p.n, 13) end,
  pictures.addresses[1 + p.n % nullif(cardinality(pictures.addresses), 0)], p.net_weight, p.brand,
  p.name || ' (100%).', 'Contains none of the 14 named allergens as ingredients.', 'Vegan, Vegetarian', 'Gluten free',
  'Store in a cool, dry place away from direct sunlight. Reseal after opening and use within 6 months.',
  '{"name": "Churam Growers", "address": "Ghat Road, Lakkidi", "city": "Vythiri, Wayanad", "country": "India"}', p.created_at, p.created_at
  from big_products p, (select array_agg(image_url order by key) as addresses from pictures where key like 'products/%') pictures
 order by p.created_at;
alter table products enable trigger note_initial_stock;

-- From here on the rows are consistent by how they are made; checking each one would take longer than making it.
set local session_replication_role = replica;

insert into user_profiles (user_id, full_name, phone, address, post_code, city, email, created_at, updated_at)
select user_id, full_name, phone, address, post_code, city, email, opened, opened from big_customers, sizes;
insert into orders (id, user_id, total_amount, shipping_address, status, created_at, updated_at, estimated_delivery, actual_delivery, version)
select o.id, c.user_id, t.total, json_build_object('full_name', c.full_name, 'phone', c.phone, 'address', c.address, 'post_code', c.post_code, 'city', c.city,
    'country', 'United Kingdom', 'email', c.email)::jsonb, o.status, o.created_at,
  o.created_at + interval '1 hour' * case o.status when 'pending' then 0 when 'cancelled' then 2 when 'processing' then 9 when 'shipped' then 22 else 64 end,
  o.estimated_delivery, case o.status when 'delivered' then o.created_at + interval '64 hours' end,
  case o.status when 'pending' then 1 when 'shipped' then 3 when 'delivered' then 4 else 2 end
  from big_orders o join big_customers c on c.n = o.customer
  join (select n, sum(price * quantity) as total from big_items group by n) t on t.n = o.n
 order by o.created_at, o.id;
insert into order_items (order_id, line_number, product_id, quantity, price, product_name, net_weight, allergy_advice)
select order_id, row_number() over (partition by n order by line), product_id, quantity, price, name, net_weight,
  'Contains none of the 14 named allergens as ingredients.'
  from big_items order by n, line;
insert into idempotency_keys (user_id, key, request_hash, order_id, created_at)
select c.user_id, pg_temp.id_of('key', o.n), md5(o.n::text), o.id, o.created_at from big_orders o join big_customers c on c.n = o.customer order by o.n;
insert into outbox (kind, dedupe_key, recipient, payload, created_at, available_at, attempts, sent_at)
select 'order-confirmation', 'order-confirmation:' || o.id, c.email, jsonb_build_object('order_id', o.id), o.created_at, o.created_at, 1, o.created_at
  from big_orders o join big_customers c on c.n = o.customer order by o.n;

-- What happened to each order, step by step up to its status (D22).
insert into order_history (order_id, at, actor_kind, actor_id, event, from_status, to_status, reason, note)
select o.id, o.created_at + interval '1 hour' * way.hours, case when way.event = 'placed' or (way.event = 'cancelled' and o.by_customer) then 'customer' else 'admin' end,
  case when way.event = 'placed' or (way.event = 'cancelled' and o.by_customer) then c.user_id else sizes.owner_id end, way.event, way.from_status, way.to_status,
  case when way.event = 'cancelled' then case when o.by_customer then 'Cancelled by customer' else 'Cancelled by admin' end end,
  case when way.event = 'cancelled' and not o.by_customer then 'Asked for by telephone' end
  from sizes, big_orders o join big_customers c on c.n = o.customer
  join (values (1, 0, 'placed', null, 'pending', '{pending,processing,shipped,delivered,cancelled}'::text[]), (2, 2, 'cancelled', 'pending', 'cancelled', '{cancelled}'),
          (2, 9, 'moved', 'pending', 'processing', '{processing,shipped,delivered}'), (3, 22, 'moved', 'processing', 'shipped', '{shipped,delivered}'),
          (4, 64, 'moved', 'shipped', 'delivered', '{delivered}')) as way (step, hours, event, from_status, to_status, statuses) on o.status = any (way.statuses)
 order by o.created_at + interval '1 hour' * way.hours, o.n, way.step;

-- D27: the stock is what the changes add up to, from the first delivery to the last sale, with a count in between for some.
insert into inventory_adjustments (product_id, quantity_change, reason, action_type, author_kind, author_id, order_id, stock_after, created_at)
with change as (
  select p.id as product_id, case when p.n % 10 = 5 then -3 else 0 end + p.stock + coalesce(sold.pieces, 0) as quantity_change, 'Initial stock' as reason,
         'initial_stock' as action_type, 'system' as author_kind, null::uuid as author_id, null::uuid as order_id, p.created_at as at
    from big_products p left join (select product_id, sum(quantity) as pieces from big_items where status <> 'cancelled' group by product_id) sold on sold.product_id = p.id
  union all
  select product_id, -quantity, 'Order placed', 'order_placed', 'customer', user_id, order_id, created_at from big_items
  union all
  select product_id, quantity, case when by_customer then 'Cancelled by customer' else 'Cancelled by admin' end, 'order_cancelled',
         case when by_customer then 'customer' else 'admin' end, case when by_customer then user_id else owner_id end, order_id, created_at + interval '2 hours'
    from big_items, sizes where status = 'cancelled'
  union all
  select id, 3, 'Counted, three more than written down', 'manual_adjustment', 'admin', owner_id, null, greatest(created_at, opened) + interval '1 second'
    from big_products, sizes where n % 10 = 5
)
select product_id, quantity_change, reason, action_type, author_kind, author_id, order_id,
       sum(quantity_change) over (partition by product_id order by at, order_id nulls first, quantity_change), at
  from change where quantity_change <> 0 order by at, order_id nulls first, quantity_change;

do $$ declare v_statement text; begin for v_statement in select make_again from later loop execute v_statement; end loop; end $$;

-- The days of the orders are closed as a change of status closes them.
set local session_replication_role = origin;
update orders set status = status where false;
