-- The next try is now. However often it is asked for, a mail that is out stays out, and one that a worker has taken is left to it.
create or replace function public.send_mail_again(p_id bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mail record;
begin
  if not public.is_admin() then
    return public.refused('not-found');
  end if;
  select o.sent_at, o.last_error, o.leased_until into v_mail from public.outbox o where o.id = p_id for no key update;
  -- One that never failed is about to be sent by itself.
  if not found or (v_mail.sent_at is null and v_mail.last_error is null) then
    return public.refused('not-found');
  end if;
  if v_mail.sent_at is not null then
    return public.refused('sent-already');
  end if;
  if v_mail.leased_until > now() then
    return public.refused('under-way');
  end if;
  update public.outbox set available_at = now() where id = p_id;
  return public.done('{}');
end $$;

revoke execute on function public.send_mail_again(bigint) from public;
grant execute on function public.send_mail_again(bigint) to ninth_bend_admin;
