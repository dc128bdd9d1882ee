-- What place_orders knows about its attempts: as they were sent, what decides about them, and the orders that they become.
-- Calls that run while a type gets other columns fail: give it another name instead (db/definitions/composite-types.server.ts).
create type public.checkout_attempt as (
  user_id uuid,
  key text,
  -- Hash of the client address, or null.
  caller text,
  address jsonb,
  request_hash text,
  -- The delivery as the customer saw it; the day for express alone.
  service text,
  seen_charge numeric,
  seen_day text,
  seen_delivery jsonb,
  -- Null while the attempt is still valid.
  result jsonb,
  is_verified boolean,
  open_total numeric,
  -- What the customer placed within an hour, and until when the allowance of the caller's address is used up.
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

-- A product of an attempt, once.
create type public.checkout_line as (
  -- Positions of the attempt and, if the product exists, of the product in their arrays.
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
  -- What the attempts that were decided leave.
  stock_left integer,
  -- Pieces of batches that are past their best-before or recalled.
  withheld integer
);
