-- Who is told of an order: an address that nobody has confirmed gets one mail about orders, and the others wait for its owner;
-- and what the shop tells a customer when it cancels.

alter table outbox
  -- The account whose address has to be confirmed before the mail is sent.
  add column held_for_user_id uuid,
  -- Never sent: nobody confirmed the address in time, or the order has moved on since.
  add column dropped_at timestamptz;
create index outbox_held_by_user on outbox (held_for_user_id) where held_for_user_id is not null;

-- The one mail about orders that an unconfirmed address gets; the key decides which one it is, however many workers there are.
create table unverified_address_emails (
  user_id uuid primary key,
  mail_id bigint not null,
  created_at timestamptz not null default now()
);

create function release_held_emails_on_verification() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform public.release_held_emails(new.id);
  return null;
end $$;
create trigger release_held_emails after update of email_verified on accounts."user"
  for each row when (new.email_verified and not old.email_verified) execute function release_held_emails_on_verification();

-- The reason and the note stay with the shop; this is written for the customer.
alter table order_history add column customer_note text
  constraint customer_note_only_on_cancellation check (
    customer_note is null
    or (customer_note ~ '\S' and char_length(customer_note) <= 1000 and event = 'cancelled' and actor_kind = 'admin'));
