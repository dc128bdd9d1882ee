-- A phrase of stems as a search expression, restricted to weights such as ':A'.
create or replace function public.phrase_query(p_stems text[], p_weights text) returns tsquery language sql immutable set search_path = '' as $$
  select string_agg(quote_literal(s.stem) || p_weights, ' <-> ' order by s.index)::tsquery from unnest(p_stems) with ordinality s (stem, index)
$$;

-- Each alternative once, also those within alternatives.
create or replace function public.any_of(p_queries tsquery[]) returns tsquery language sql immutable set search_path = '' as $$
  select string_agg('(' || q.query || ')', ' | ')::tsquery
    from (select distinct a.query
            from unnest(p_queries) e (query),
                 unnest(case when e.query::text like '%(%' then array[e.query::text] else string_to_array(e.query::text, ' | ') end) a (query)
           where numnode(e.query) > 0) q
$$;

-- Names, which have the weight A, searched under other weights: A name, B brand and category, D claims.
create or replace function public.with_weights(p_names tsquery, p_weights text) returns tsquery language sql immutable
return replace(p_names::text, ':A', ':' || p_weights)::tsquery;

revoke execute on function public.phrase_query(text[], text), public.any_of(tsquery[]), public.with_weights(tsquery, text) from public;
