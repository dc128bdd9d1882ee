-- Bank holidays of England and Wales with substitute days, except one-off royal holidays.
create or replace function public.is_bank_holiday(p_day date) returns boolean
language plpgsql immutable parallel safe as $$
declare
  v_year integer;
  v_date integer;
  v_weekday integer;
  v_century integer;
  v_golden integer;
  v_moon integer;
  v_easter date;
begin
  -- Every order calls this, so months without bank holidays exit early.
  if extract(month from p_day) in (2, 6, 7, 9, 10, 11) then
    return false;
  end if;
  v_year := extract(year from p_day);
  v_date := extract(day from p_day);
  v_weekday := extract(isodow from p_day);
  case extract(month from p_day)
    when 1 then return v_date = 1 or (v_weekday = 1 and v_date in (2, 3));
    when 5 then return v_weekday = 1 and (v_date <= 7 or v_date >= 25);
    when 8 then return v_weekday = 1 and v_date >= 25;
    when 12 then return v_date in (25, 26) or (v_weekday in (1, 2) and v_date in (27, 28));
    when 3, 4 then
      v_century := v_year / 100;
      v_golden := v_year % 19;
      v_moon := (19 * v_golden + v_century - v_century / 4 - (v_century - (v_century + 8) / 25 + 1) / 3 + 15) % 30;
      v_moon := v_moon - (v_golden + 11 * v_moon) / 319;
      v_easter := make_date(v_year, 3, 22) + v_moon;
      v_easter := v_easter + (7 - extract(isodow from v_easter)::integer) % 7;
      return p_day in (v_easter - 2, v_easter + 1);
    else return false;
  end case;
end $$;

-- The date p_days working days after a date, which itself does not count.
create or replace function public.working_days_after(p_day date, p_days integer) returns date
language plpgsql immutable parallel safe as $$
declare
  v_day date := p_day;
  v_left integer := p_days;
begin
  while v_left > 0 loop
    v_day := v_day + 1;
    if extract(isodow from v_day) < 6 and not public.is_bank_holiday(v_day) then
      v_left := v_left - 1;
    end if;
  end loop;
  return v_day;
end $$;

revoke execute on function public.is_bank_holiday(date), public.working_days_after(date, integer) from public;
grant execute on function public.is_bank_holiday(date), public.working_days_after(date, integer) to ninth_bend_admin;

-- The London day on which an express order is sent: the same day on a working day before the cut-off hour.
create or replace function public.express_dispatch_day(p_at timestamptz, p_cut_off_hour integer) returns date
language sql stable parallel safe set search_path = '' as $$
  select case when extract(isodow from at.london) < 6 and not public.is_bank_holiday(at.london::date)
               and extract(hour from at.london) < p_cut_off_hour
              then at.london::date else public.working_days_after(at.london::date, 1) end
    from (select p_at at time zone 'Europe/London' as london) at
$$;

-- The arrival days of an order placed now, for each service, as checkout shows them.
create or replace function public.delivery_days()
returns table (standard_day date, express_day date, dispatch_day date) language sql stable security definer set search_path = '' as $$
  select public.working_days_after(today.day, 3), public.working_days_after(express.day, 1), express.day
    from (select (now() at time zone 'Europe/London')::date as day) today,
         (select public.express_dispatch_day(now(), (s.value ->> 'cut_off_hour')::integer) as day
            from public.settings s where s.name = 'delivery') express
$$;

revoke execute on function public.express_dispatch_day(timestamptz, integer), public.delivery_days() from public;
grant execute on function public.delivery_days() to ninth_bend_customer;
