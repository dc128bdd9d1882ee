-- What place_orders knows about its attempts. Running calls fail if the columns of a type change: give it
-- another name instead (platform/database/definitions/composite-types.server.ts).
create type public.checkout_attempt as (
  user_id uuid,
  key text,
  -- Hash of the client address, or null.
  caller text,
  address jsonb,
  request_hash text,
  -- The delivery as the customer saw it; the day for express only.
  service text,
  seen_charge numeric,
  seen_day text,
  seen_delivery jsonb,
  -- Null while the attempt is still valid.
  result jsonb,
  is_verified boolean,
  open_total numeric,
  -- Orders of the customer within the last hour, and until when the address has used up its allowance.
  recent_orders integer,
  oldest_recent timestamptz,
  used_until timestamptz,
  order_id uuid,
  total numeric,
  rate numeric,
  free_over numeric,
  charge numeric,
  dispatch_day date,
  estimated_delivery date
);

create type public.checkout_line as (
  -- Array indexes of the attempt and, if it exists, of the product.
  attempt integer,
  product integer,
  number integer,
  id text,
  product_id uuid,
  -- Null if it is not a whole number from 1 to 999.
  quantity integer,
  price numeric,
  problem text,
  order_id uuid,
  stock_after integer
);

create type public.checkout_product as (
  id uuid,
  name text,
  price numeric,
  is_active boolean,
  -- Stock that the decided attempts leave.
  stock_left integer,
  -- Units of batches that are recalled or past their best-before.
  withheld integer
);
