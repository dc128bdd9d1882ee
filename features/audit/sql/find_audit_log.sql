-- A page of the audit log, newest first, from a position (time, source table, row ID). p_labels: kinds and events whose label contains the
-- search. Checks the administrator itself, because row-level security would keep the text search from its index.
create or replace function public.find_audit_log(
  p_kind text, p_actor text, p_subject_id uuid, p_search text, p_from date, p_to date,
  p_at timestamptz, p_source integer, p_row text, p_is_newer boolean, p_limit integer,
  p_labels text[])
returns table (
  source integer, row_id text, at timestamptz, kind text, event text, area text, actor_kind text, actor_id uuid,
  subject_kind text, subject_id uuid, before jsonb, after jsonb, details jsonb, is_narrowed boolean)
language plpgsql stable security definer
set search_path = public, pg_temp set jit = off as $$
declare
  v_actor_id uuid := case when p_actor ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_actor::uuid end;
  v_since timestamptz := p_from::timestamp at time zone 'Europe/London';
  v_until timestamptz := (p_to + 1)::timestamp at time zone 'Europe/London';
  v_is_search boolean := coalesce(p_search, '') ~ '\S';
  v_targets record;
  v_order text := case when p_is_newer then 'asc' else 'desc' end;
  v_reverse_order text := case when p_is_newer then 'desc' else 'asc' end;
  v_lateral_template text;
  v_queries text[] := '{}';
  v_conditions text;
  v_source record;
  -- What the values of a row add to the label of its event; the same as addedByValues().
  v_added_by_values constant text := $added$coalesce('/' || case
      when r.event in ('imported', 'import-undone') then coalesce(r.after ->> 'subject', 'products')
      when r.event = 'recall-ended' then r.after ->> 'outcome'
      when r.event <> 'changed' then null
      when r.after ? 'featured_order' then 'featured-order'
      when r.after ? 'offer_ends_at' then case when r.after ->> 'offer_ends_at' is null then 'offer-over' else 'offer-begun' end
      when r.after ? 'price' and r.after - 'price' = '{}' then 'price' end, '')$added$;
begin
  if not is_manager() then
    return;
  end if;
  select w.orders, w.catalogue_ids, w.user_ids, w.is_narrowed into v_targets
    from find_audit_search_targets(case when v_is_search then p_search end) w;

  -- Only constants of this file become SQL text; arguments are passed as parameters.
  for v_source in
    select a.kind, a.source, t.name, t.at, t.id, t.actor, t.actor_kind, t.subject, t.columns, t.label, a.event, coalesce(a.condition, format('r.event = %L', a.event)) as condition
      from (values
        ('sign-ins', 1, 'r.area = ''admin'' and r.event <> ''refused''', null),
        ('refusals', 1, 'r.event = ''refused''', null),
        ('customers', 1, 'r.area = ''shop'' and r.event <> ''refused''', null),
        ('products', 2, 'r.subject_kind = ''product''', null),
        ('products', 2, 'r.subject_kind = ''product-import''', null),
        ('prices', 2, 'r.subject_kind = ''product'' and r.event = ''changed'' and r.after ? ''price''', null),
        ('categories', 2, 'r.subject_kind = ''category''', null),
        ('search-words', 2, 'r.subject_kind = ''search-group''', null),
        ('settings', 2, 'r.subject_kind = ''setting''', null),
        ('people', 2, 'r.subject_kind = ''administrator''', null),
        ('customer-data', 2, 'r.subject_kind = ''customer''', null),
        ('mails', 2, 'r.subject_kind = ''order-mail''', null),
        ('mails', 2, 'r.subject_kind = ''account-mail''', null),
        ('stock', 3, 'r.order_id is null', null),
        ('stock', 2, 'r.subject_kind = ''recall''', null),
        ('stock', 2, 'r.subject_kind = ''batch''', null),
        ('moves', 4, 'r.event = ''moved''', null),
        ('moves', 4, null, 'undone'),
        ('edits', 4, null, 'edited'),
        ('edits', 4, null, 'tracked'),
        ('edits', 2, 'r.subject_kind = ''order-note''', null),
        ('cancellations', 4, null, 'cancelled'),
        ('payments', 4, null, 'payment-recorded'),
        ('refunds', 4, null, 'refunded'),
        ('orders', 2, 'r.subject_kind = ''phone-order''', null),
        ('orders', 5, 'not exists (select from phone_orders h where h.order_id = r.id)', 'placed')) as a (kind, source, condition, event)
      join (values
        (1, 'access_events', 'r.at', 'r.id', 'r.user_id', 'r.actor_kind', 'r.user_id', 'r.event',
         'r.event, r.area, r.actor_kind, r.user_id, ''person'', r.user_id, null::jsonb, null::jsonb, r.details'),
        (2, 'audit_events', 'r.at', 'r.id', 'r.actor_id', 'r.actor_kind', 'r.subject_id', 'r.event || ' || v_added_by_values,
         'r.event, null, r.actor_kind, r.actor_id,
          case r.subject_kind when ''order-mail'' then ''order'' when ''order-note'' then ''order'' when ''phone-order'' then ''order'' when ''account-mail'' then ''person'' when ''administrator'' then ''person'' when ''recall'' then ''product'' when ''batch'' then ''product'' else r.subject_kind end,
          r.subject_id, r.before, r.after, null::jsonb'),
        (3, 'inventory_adjustments', 'r.created_at', 'r.id', 'r.actor_id', 'r.actor_kind', 'r.product_id', 'replace(r.action_type, ''_'', ''-'')',
         'replace(r.action_type, ''_'', ''-''), null, r.actor_kind, r.actor_id, ''product'', r.product_id,
          jsonb_build_object(''stock'', r.stock_after - r.quantity_change), jsonb_build_object(''stock'', r.stock_after),
          jsonb_build_object(''reason'', r.reason)'),
        (4, 'order_history', 'r.at', 'r.id', 'r.actor_id', 'r.actor_kind', 'r.order_id', 'r.event || ''/'' || r.to_status',
         'r.event, null, r.actor_kind, r.actor_id, ''order'', r.order_id,
          case when r.from_status is not null then jsonb_build_object(''status'', r.from_status) end,
          case when r.to_status is not null then jsonb_build_object(''status'', r.to_status) end,
          jsonb_strip_nulls(jsonb_build_object(''reason'', r.reason, ''note'', r.note, ''customer_note'', r.customer_note,
            case r.event when ''payment-recorded'' then ''payment'' when ''refunded'' then ''refund'' else ''edit'' end, r.details))'),
        (5, 'orders', 'r.created_at', 'r.id', 'r.user_id', '''customer''', 'r.id', null,
         '''placed'', null, ''customer'', r.user_id, ''order'', r.id, null::jsonb, null::jsonb, null::jsonb')
      ) as t (source, name, at, id, actor, actor_kind, subject, label, columns) using (source)
     where case when p_kind is null then a.kind <> 'prices' else a.kind = p_kind end
       -- Skips sources in which this kind of actor never appears.
       and (p_actor is distinct from 'visitor' or a.kind in ('sign-ins', 'customers'))
       and (p_actor is distinct from 'system' or a.kind in ('sign-ins', 'people', 'products', 'prices', 'categories', 'stock'))
       and (p_actor is distinct from 'customer' or a.kind in ('refusals', 'customers', 'customer-data', 'orders', 'cancellations'))
  loop
    v_conditions := v_source.condition
      || case when v_since is null then '' else format(' and %s >= $1', v_source.at) end
      || case when v_until is null then '' else format(' and %s < $2', v_source.at) end
      || case
           when v_actor_id is not null then format(' and %s = $3', v_source.actor)
           -- System rows have no actor ID, and the index finds nulls.
           when p_actor = 'system' and v_source.source in (2, 3) then format(' and %s is null', v_source.actor)
           when p_actor is not null then format(' and %s = $4', v_source.actor_kind)
           else '' end
      || case when p_subject_id is null then '' else format(' and %s = $5', v_source.subject) end
      || case
           when p_at is null then ''
           when v_source.source = p_source and v_source.source < 5
             then format(' and (%s, %s) %s ($6, $7::bigint)', v_source.at, v_source.id, case when p_is_newer then '>' else '<' end)
           when v_source.source = p_source
             then format(' and %1$s %2$s= $6 and (%1$s <> $6 or %3$s %4$s $7::uuid)', v_source.at,
               case when p_is_newer then '>' else '<' end, v_source.id, case when p_is_newer then '<' else '>' end)
           else format(' and %s %s $6', v_source.at, case when p_is_newer then '>' else '<' end
             || case when (v_source.source > p_source) <> p_is_newer then '=' else '' end) end;
    v_source.columns := format('%s as source, %s::text as row_id, %s as at, %L as kind, %s', v_source.source, v_source.id, v_source.at,
      v_source.kind, v_source.columns);
    v_conditions := format('%s order by %s %s, %s %s limit $8', v_conditions, v_source.at, v_order, v_source.id,
      case when v_source.source = 5 then v_reverse_order else v_order end);
    if not v_is_search then
      v_queries := v_queries || format('(select %s from %s r where %s)', v_source.columns, v_source.name, v_conditions);
      continue;
    end if;
    if v_source.kind = any (p_labels) or v_source.kind || '/' || v_source.event = any (p_labels) then
      v_queries := v_queries || format('(select %s from %s r where %s)', v_source.columns, v_source.name, v_conditions);
    elsif v_source.event is null and exists (select from unnest(p_labels) l where starts_with(l, v_source.kind || '/')) then
      v_queries := v_queries || format('(select %s from %s r where %L || %s = any ($13) and %s)', v_source.columns, v_source.name,
        v_source.kind || '/', v_source.label, v_conditions);
    end if;
    -- The newest rows for each search target, so that every branch uses an index.
    v_lateral_template := 'select found.* from unnest(%s) as wanted (id), lateral (select %s from %s r where %s = wanted.id and %s) found';
    if v_source.source > 1 then
      v_queries := v_queries || format('(' || v_lateral_template || ')', case when v_source.source >= 4 or v_source.kind in ('mails', 'edits', 'orders') then '$9' when v_source.kind in ('people', 'customer-data') then '$11' else '$10' end,
        v_source.columns, v_source.name, v_source.subject, v_conditions);
    end if;
    v_queries := v_queries || format('(' || v_lateral_template || ')', '$11', v_source.columns, v_source.name, v_source.actor, v_conditions);
  end loop;
  if cardinality(v_queries) = 0 then
    return;
  end if;

  return query execute format($query$
    select r.*, $12 from (%1$s) as r (source, row_id, at, kind, event, area, actor_kind, actor_id, subject_kind, subject_id, before, after, details)
     order by r.at %2$s, r.source %3$s, case when r.source < 5 then r.row_id::bigint end %2$s, r.row_id %3$s
     limit $8$query$,
    array_to_string(v_queries, case when v_is_search then ' union ' else ' union all ' end), v_order, v_reverse_order)
    using v_since, v_until, v_actor_id, p_actor, p_subject_id, p_at, p_row, p_limit,
      v_targets.orders, v_targets.catalogue_ids, v_targets.user_ids, v_targets.is_narrowed, p_labels;
end $$;

-- Called by nodes of the previous build.
create or replace function public.find_audit_log(
  p_kind text, p_actor text, p_subject_id uuid, p_search text, p_from date, p_to date,
  p_at timestamptz, p_source integer, p_row text, p_is_newer boolean, p_limit integer)
returns table (
  source integer, row_id text, at timestamptz, kind text, event text, area text, actor_kind text, actor_id uuid,
  subject_kind text, subject_id uuid, before jsonb, after jsonb, details jsonb, is_narrowed boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select * from find_audit_log(p_kind, p_actor, p_subject_id, p_search, p_from, p_to, p_at, p_source, p_row, p_is_newer, p_limit, '{}')
   where is_manager()
$$;

revoke execute on function
  public.find_audit_log(text, text, uuid, text, date, date, timestamptz, integer, text, boolean, integer, text[]),
  public.find_audit_log(text, text, uuid, text, date, date, timestamptz, integer, text, boolean, integer) from public;
grant execute on function
  public.find_audit_log(text, text, uuid, text, date, date, timestamptz, integer, text, boolean, integer, text[]),
  public.find_audit_log(text, text, uuid, text, date, date, timestamptz, integer, text, boolean, integer) to ninth_bend_admin;
