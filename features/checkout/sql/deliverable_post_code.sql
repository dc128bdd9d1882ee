-- A UK postcode in upper case with one space; null if it is invalid or of the forces. A test compares it with
-- features/checkout/address/post-code.ts.
create or replace function public.deliverable_post_code(p_entered text)
returns text language plpgsql immutable parallel safe as $$
declare
  -- Collation C limits upper() to ASCII in every database locale.
  v_code constant text := upper(regexp_replace(public.collapse_white_space(p_entered), '[- .()]', '', 'g') collate "C");
  v_areas constant text := ',AB,AL,B,BA,BB,BD,BH,BL,BN,BR,BS,BT,BX,CA,CB,CF,CH,CM,CO,CR,CT,CV,CW,DA,DD,DE,DG,DH,DL,DN,DT,DY,E,EC,EH,EN,EX,FK,FY,G,'
    'GL,GU,HA,HD,HG,HP,HR,HS,HU,HX,IG,IP,IV,KA,KT,KW,KY,L,LA,LD,LE,LL,LN,LS,LU,M,ME,MK,ML,N,NE,NG,NN,NP,NR,NW,OL,OX,PA,PE,PH,PL,'
    'PO,PR,RG,RH,RM,S,SA,SE,SG,SK,SL,SM,SN,SO,SP,SR,SS,ST,SW,SY,TA,TD,TF,TN,TQ,TR,TS,TW,UB,W,WA,WC,WD,WF,WN,WR,WS,WV,YO,ZE,';
begin
  if v_code ~ '^[A-Z]{1,2}[1-9]?[0-9][0-9][ABD-HJLNP-UW-Z]{2}$' and strpos(v_areas, ',' || rtrim(left(v_code, 2), '0123456789') || ',') > 0
     or v_code ~ '^(?:[ENW][0-9][ABCDEFGHJKPSTUW]|(?:EC|NW|SE|SW|WC)[0-9][ABEHMNPRVWXY])[0-9][ABD-HJLNP-UW-Z]{2}$'
     or v_code = 'GIR0AA' then
    return left(v_code, -3) || ' ' || right(v_code, 3);
  end if;
  return null;
end $$;

revoke execute on function public.deliverable_post_code(text) from public;
