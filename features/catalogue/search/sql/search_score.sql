create or replace function public.finds_products(p_plan search_plan) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from product_listing l
     where l.search_vector @@ p_plan.required and (p_plan.broad is null or l.name_vector @@ p_plan.broad))
$$;

-- An expression for how well a product l fits the plan in parameter p_parameter: its name by the typed words,
-- by other names, by narrower things, its category, its ingredients.
create or replace function public.search_score_expression(p_plan search_plan, p_is_ranked boolean, p_parameter integer default 9) returns text
language sql immutable set search_path = '' as $$
  select case when not p_is_ranked or cardinality(p_plan.named) is null then '0 + 0' else concat_ws(' + ', '0 + 0',
    case when p_plan.amounts is not null then format('case when l.name_vector @@ ($%s).amounts then 5 else 0 end', p_parameter) end,
    (select 'case '
         || string_agg(format('when l.name_vector @@ ($%s).uses[%s] then %s', p_parameter, i, greatest(11 - i, 1)), ' ' order by i)
         || ' else 0 end'
       from generate_series(1, cardinality(p_plan.uses)) i),
    (select string_agg(format('case when l.name_vector @@ ($%1$s).literal[%2$s] then 24 when l.name_vector @@ ($%1$s).named[%2$s] then 20'
         ' when l.name_vector @@ ($%1$s).narrower[%2$s] then 12 else 0 end'
         ' + case when l.name_vector @@ ($%1$s).category[%2$s] then 6 else 0 end', p_parameter, i), ' + ')
       from generate_series(1, cardinality(p_plan.named)) i)) end
$$;

revoke execute on function public.finds_products(search_plan), public.search_score_expression(search_plan, boolean, integer) from public;
