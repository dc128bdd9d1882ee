-- Releases the held emails of an account when its email address is verified.
create or replace function public.release_held_emails_on_verification() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.release_held_emails(new.id);
  return null;
end $$;
create or replace trigger release_held_emails after update of email_verified on accounts."user"
  for each row when (new.email_verified and not old.email_verified) execute function release_held_emails_on_verification();
