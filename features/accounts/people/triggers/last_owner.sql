-- One active owner always remains, whatever statement removes, demotes or suspends others.
create or replace function public.keep_one_owner() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.role <> 'owner' or old.suspended_at is not null or (tg_op = 'UPDATE' and new.role = 'owner' and new.suspended_at is null) then
    return null;
  end if;
  -- Locks the remaining owner, so that a concurrent change of it waits and is checked afterwards.
  perform from accounts.administrator a where a.role = 'owner' and a.suspended_at is null order by a.user_id limit 1 for share;
  if not found then
    raise exception using errcode = 'check_violation', message = 'administrator: the last owner stays.';
  end if;
  return null;
end $$;
create or replace trigger keep_one_owner after delete or update of role, suspended_at on accounts.administrator
  for each row execute function keep_one_owner();
create or replace trigger keep_one_owner_truncate before truncate on accounts.administrator
  for each statement execute function reject_change('the last owner stays.');

-- An administrator's account cannot be deleted before the role is removed.
create or replace function public.keep_account_of_administrator() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from accounts.administrator a where a.user_id = old.id) then
    raise exception using errcode = 'check_violation', message = 'user: an administrator keeps the account.';
  end if;
  return old;
end $$;
create or replace trigger keep_account_of_administrator before delete on accounts."user"
  for each row execute function keep_account_of_administrator();
