-- The result of a procedure, like Outcome in shop/outcome.ts.
create or replace function public.done(p_value jsonb) returns jsonb
language sql stable parallel safe as $$
  select jsonb_build_object('ok', true, 'value', p_value)
$$;

create or replace function public.refused(p_code text, p_details jsonb default '{}') returns jsonb
language sql stable parallel safe as $$
  select jsonb_build_object('ok', false, 'refusal', jsonb_build_object('code', p_code) || p_details)
$$;

revoke execute on function public.done(jsonb), public.refused(text, jsonb) from public;
