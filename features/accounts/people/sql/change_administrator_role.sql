-- Changes another administrator's role. The expected role and state keep two owners from overwriting each
-- other.
create or replace function public.change_administrator_role(
  p_user_id uuid, p_expected_role text, p_expected_suspended boolean, p_role text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_lock jsonb;
begin
  if not public.is_owner() then
    return public.refused('not-found');
  end if;
  v_lock := public.lock_administrator(p_user_id, p_expected_role, p_expected_suspended);
  if v_lock ->> 'ok' = 'true' then
    update accounts.administrator set role = p_role where user_id = p_user_id;
  end if;
  return v_lock;
end $$;

revoke execute on function public.change_administrator_role(uuid, text, boolean, text) from public;
grant execute on function public.change_administrator_role(uuid, text, boolean, text) to ninth_bend_admin;
