-- Locks all administrators, so that the owner who asks is one until the end. Of two owners who demote each
-- other at once, the second is refused.
create or replace function public.lock_administrator(p_user_id uuid, p_expected_role text, p_expected_suspended boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_role text;
  v_is_suspended boolean;
begin
  perform from accounts.administrator a order by a.user_id for update;
  if not public.is_owner() then
    return public.refused('not-found');
  end if;
  if p_user_id = public.current_user_id() then
    return public.refused('own-role');
  end if;
  select a.role, a.suspended_at is not null into v_role, v_is_suspended
    from accounts.administrator a where a.user_id = p_user_id;
  if not found then
    return public.refused('not-found');
  end if;
  if v_role is distinct from p_expected_role or v_is_suspended is distinct from p_expected_suspended then
    return public.refused('changed-meanwhile');
  end if;
  return public.done('{}');
end $$;

revoke execute on function public.lock_administrator(uuid, text, boolean) from public;
