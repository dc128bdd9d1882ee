-- Makes a failed email due now and records it in the audit log; refuses sent and leased emails.
create or replace function public.retry_email(p_id bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mail record;
  v_order_id uuid;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select o.sent_at, o.last_error, o.leased_until, o.available_at, o.kind, o.recipient, o.payload into v_mail from public.outbox o where o.id = p_id for no key update;
  -- An email that never failed is already due.
  if not found or (v_mail.sent_at is null and v_mail.last_error is null) then
    return public.refused('not-found');
  end if;
  if v_mail.sent_at is not null then
    return public.refused('sent-already');
  end if;
  if v_mail.leased_until > now() then
    return public.refused('under-way');
  end if;
  -- A repeated request before the worker runs changes nothing.
  if v_mail.available_at > now() then
    update public.outbox set available_at = now() where id = p_id;
    v_order_id := case when v_mail.payload ->> 'order_id' ~ '^[0-9a-f-]{36}$' then (v_mail.payload ->> 'order_id')::uuid end;
    -- The account ID instead of the address; null if the account was deleted.
    insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, after)
    values ('admin', public.current_user_id(), case when v_order_id is null then 'account-mail' else 'order-mail' end,
      coalesce(v_order_id,
        (select u.user_id from public.user_profiles u where lower(u.email) collate "C" = lower(v_mail.recipient) limit 1),
        '00000000-0000-0000-0000-000000000000'), 'sent-again', jsonb_build_object('mail', v_mail.kind));
  end if;
  return public.done('{}');
end $$;

revoke execute on function public.retry_email(bigint) from public;
grant execute on function public.retry_email(bigint) to ninth_bend_admin;
