-- Suspends another administrator or restores access; audit_admin_role_change() ends the admin sessions.
create or replace function public.suspend_administrator(
  p_user_id uuid, p_expected_role text, p_expected_suspended boolean, p_is_suspended boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_lock jsonb;
begin
  if not public.is_owner() then
    return public.refused('not-found');
  end if;
  v_lock := public.lock_administrator(p_user_id, p_expected_role, p_expected_suspended);
  if v_lock ->> 'ok' = 'true' then
    update accounts.administrator set suspended_at = case when p_is_suspended then now() end
     where user_id = p_user_id and (suspended_at is not null) <> p_is_suspended;
  end if;
  return v_lock;
end $$;

revoke execute on function public.suspend_administrator(uuid, text, boolean, boolean) from public;
grant execute on function public.suspend_administrator(uuid, text, boolean, boolean) to ninth_bend_admin;
