-- D32: a post code of the United Kingdom, upper-case and with its space, or null for what is none. The same as deliverablePostCode of
-- shop/checkout/post-code.ts, which has the reasons; one test compares both.
create or replace function public.deliverable_post_code(p_entered text)
returns text language sql immutable parallel safe as $$
  select case
           when letters.code ~ '^BFPO[0-9]{1,4}$' then 'BFPO ' || substr(letters.code, 5)
           when letters.code ~ ('^(?:(?:(?:'
             || 'AB|AL|B|BA|BB|BD|BF|BH|BL|BN|BR|BS|BT|BX|CA|CB|CF|CH|CM|CO|CR|CT|CV|CW|DA|DD|DE|DG|DH|DL|DN|DT|DY|E|EC|EH|EN|EX|FK|FY|'
             || 'G|GL|GU|HA|HD|HG|HP|HR|HS|HU|HX|IG|IP|IV|KA|KT|KW|KY|L|LA|LD|LE|LL|LN|LS|LU|M|ME|MK|ML|N|NE|NG|NN|NP|NR|NW|OL|OX|PA|PE|'
             || 'PH|PL|PO|PR|RG|RH|RM|S|SA|SE|SG|SK|SL|SM|SN|SO|SP|SR|SS|ST|SW|SY|TA|TD|TF|TN|TQ|TR|TS|TW|UB|W|WA|WC|WD|WF|WN|WR|WS|WV|YO|ZE'
             || ')[1-9]?[0-9]|[ENW][0-9][ABCDEFGHJKPSTUW]|(?:EC|NW|SE|SW|WC)[0-9][ABEHMNPRVWXY])[0-9][ABD-HJLNP-UW-Z]{2}|GIR0AA)$')
             then left(letters.code, -3) || ' ' || right(letters.code, 3)
         end
    -- By the alphabet of ASCII alone, in whatever language the database writes.
    from (select upper(regexp_replace(public.collapse_white_space(p_entered), '[- .()]', '', 'g') collate "C") as code) letters
$$;

revoke execute on function public.deliverable_post_code(text) from public;
