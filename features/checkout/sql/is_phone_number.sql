-- Whether a text contains a ten-digit UK phone number. A test compares it with features/checkout/address/phone-number.ts.
create or replace function public.is_phone_number(p_entered text)
returns boolean language sql immutable parallel safe
return char_length(replace(regexp_replace(regexp_replace(
    case when p_entered ~ '[xX#]'
      then regexp_replace(p_entered, '(?:[eE][xX][tT]|[xX]|#)[a-zA-Z]*[^0-9a-zA-Z]{0,3}[0-9]{1,6}[^0-9a-zA-Z]*$', '') else p_entered end,
    '[^0-9+]+', '', 'g'), '^(?:\+|00)440?', '0'), '+', '')) >= 10;

revoke execute on function public.is_phone_number(text) from public;
