import { Client } from 'pg'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'

/** Lost in a crash until the last checkpoint, which only means filling again. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  autovacuum: 'off',
  shared_buffers: '2GB',
  work_mem: '256MB',
  maintenance_work_mem: '2GB',
  // Two connections build indexes at the same time.
  max_parallel_maintenance_workers: '0',
}
const CONNECTIONS = 2
const COUNTED_DAYS = 5
/** Days after which the shop deletes them by default (`RETENTION`). */
const KEPT_DAYS = { outbox: 90, idempotency_keys: 30 }

/** In filling order, the longest first. */
const TABLES = [
  'orders',
  'order_history',
  'inventory_adjustments',
  'order_items',
  'idempotency_keys',
  'outbox',
] as const
type Table = (typeof TABLES)[number]

/** Values of a copy that differ from the original; `o` is the original, and `copy` 0 keeps all of them. */
const CHANGED: Record<Table, Record<string, string>> = {
  orders: {
    id: `filling.copy_of(o.id, copy)`,
    user_id: `filling.copy_of(o.user_id, copy)`,
    shipping_address: `filling.address_of(o.shipping_address, copy)`,
    created_at: `o.created_at - filling.earlier(copy)`,
    updated_at: `o.updated_at - filling.earlier(copy)`,
    actual_delivery: `o.actual_delivery - filling.earlier(copy)`,
  },
  order_items: { id: `gen_random_uuid()`, order_id: `filling.copy_of(o.order_id, copy)` },
  order_history: {
    order_id: `filling.copy_of(o.order_id, copy)`,
    at: `o.at - filling.earlier(copy)`,
    actor_id: `case o.actor_kind when 'customer' then filling.copy_of(o.actor_id, copy) else o.actor_id end`,
  },
  inventory_adjustments: {
    order_id: `filling.copy_of(o.order_id, copy)`,
    created_at: `o.created_at - filling.earlier(copy)`,
    actor_id: `case o.actor_kind when 'customer' then filling.copy_of(o.actor_id, copy) else o.actor_id end`,
    quantity_change: `o.quantity_change + o.additional_initial_stock`,
    stock_after: `(o.stock_before + o.quantity_change * case when o.order_id is null then 1 else filling.times() - copy end
      + o.additional_initial_stock)::integer`,
  },
  idempotency_keys: {
    user_id: `filling.copy_of(o.user_id, copy)`,
    key: `filling.copy_of(o.key::uuid, copy)::text`,
    order_id: `filling.copy_of(o.order_id, copy)`,
    created_at: `o.created_at - filling.earlier(copy)`,
  },
  outbox: {
    dedupe_key: `'order-confirmation:' || filling.copy_of((o.payload ->> 'order_id')::uuid, copy)`,
    recipient: `filling.email_of(o.recipient, copy)`,
    payload: `jsonb_build_object('order_id', filling.copy_of((o.payload ->> 'order_id')::uuid, copy))`,
    created_at: `o.created_at - filling.earlier(copy)`,
    available_at: `o.available_at - filling.earlier(copy)`,
    sent_at: `o.sent_at - filling.earlier(copy)`,
  },
}

/** The original rows of each table, by time, which is also the order of the copies. */
const ORIGINALS: Record<Table, string> = {
  orders: `select * from orders order by created_at, id`,
  order_items: `select i.* from order_items i join orders o on o.id = i.order_id order by o.created_at, o.id, i.line_number`,
  order_history: `select * from order_history order by id`,
  // The initial stock suffices for the copies, so that a product ends with the same stock, or more.
  inventory_adjustments: `
    with known as (
      select a.*, a.stock_after - a.quantity_change as before,
             coalesce(sum(a.quantity_change) filter (where a.order_id is not null)
               over (partition by a.product_id order by a.id rows between current row and unbounded following), 0) as still_sold
        from inventory_adjustments a
    ), shifted as (
      select k.*, k.before - (filling.times() - 1) * k.still_sold as wanted from known k
    ), raised as (
      select s.*, greatest(0, -min(s.wanted + least(0, s.quantity_change * case when s.order_id is null then 1 else filling.times() end))
               filter (where s.action_type <> 'initial_stock') over (partition by s.product_id)) as additional_stock
        from shifted s
    )
    select r.*, case when r.action_type = 'initial_stock' then 0 else r.wanted + coalesce(r.additional_stock, 0) end as stock_before,
           case when r.action_type = 'initial_stock' then -(filling.times() - 1) * r.still_sold + coalesce(r.additional_stock, 0) else 0 end
             as additional_initial_stock
      from raised r order by r.id`,
  idempotency_keys: `select * from idempotency_keys where created_at > now() - interval '${KEPT_DAYS.idempotency_keys} days' order by created_at`,
  outbox: `select * from outbox where sent_at is null or sent_at > now() - interval '${KEPT_DAYS.outbox} days' order by id`,
}

/**
 * Copies of an order follow it by seconds. Customers are copied too, with their own email, phone number and
 * postcode and a random name and street, so that neighbouring orders have as many names as in a real shop.
 */
const FUNCTIONS = (times: number, people: number) => `
  create schema filling;
  create function filling.times() returns integer language sql immutable return ${times};
  create function filling.copy_of(p_id uuid, p_copy integer) returns uuid language sql immutable
  return case p_copy when 0 then p_id else overlay(overlay(md5(p_id::text || p_copy) placing '4' from 13) placing '8' from 17)::uuid end;
  create function filling.earlier(p_copy integer) returns interval language sql immutable return interval '4 seconds' * p_copy;
  create function filling.email_of(p_email text, p_copy integer) returns text language sql immutable
  return case p_copy when 0 then p_email else replace(p_email, '@', '.' || p_copy || '@') end;
  create function filling.number_of(p_email text, p_copy integer, p_below integer) returns integer language sql immutable
  return ((hashtextextended(p_email, p_copy) & 9007199254740991) % p_below)::integer;
  create function filling.phone_of(p_phone text, p_email text, p_copy integer) returns text language sql immutable
  return case p_copy when 0 then p_phone else '07' || lpad(filling.number_of(p_email, p_copy, 1000000000)::text, 9, '0') end;
  create function filling.post_code_of(p_post_code text, p_email text, p_copy integer) returns text language sql immutable
  return case p_copy when 0 then p_post_code else split_part(p_post_code, ' ', 1) || ' ' || filling.number_of(p_email, p_copy, 10)
    || chr(65 + filling.number_of(p_email, p_copy, 260) / 10) || chr(65 + filling.number_of(p_email, p_copy, 6760) / 260) end;
  create unlogged table filling.people as
    select row_number() over (order by user_id)::integer - 1 as number, full_name, address, city, post_code from user_profiles where full_name is not null;
  alter table filling.people add primary key (number);
  analyze filling.people;
  create function filling.address_of(p_address jsonb, p_copy integer) returns jsonb language sql stable
  return case p_copy when 0 then p_address else (select p_address || jsonb_build_object(
    'full_name', p.full_name, 'address', p.address, 'city', p.city, 'email', filling.email_of(p_address ->> 'email', p_copy),
    'phone', filling.phone_of(p_address ->> 'phone', p_address ->> 'email', p_copy),
    'post_code', filling.post_code_of(p.post_code, p_address ->> 'email', p_copy))
     from filling.people p where p.number = filling.number_of(p_address ->> 'email', p_copy, ${people})) end`

const PROFILES = `
  insert into user_profiles (user_id, full_name, phone, address, post_code, city, email, created_at, updated_at)
  select filling.copy_of(p.user_id, copy), a.address ->> 'full_name', a.address ->> 'phone', a.address ->> 'address',
         a.address ->> 'post_code', a.address ->> 'city', a.address ->> 'email', p.created_at, p.updated_at
    from user_profiles p, generate_series(1, filling.times() - 1) copy,
         lateral (select filling.address_of(jsonb_build_object('email', p.email, 'phone', p.phone), copy) as address offset 0) a
   where exists (select from filling.orders o where o.user_id = p.user_id)`

const SEARCH_TEXTS = `
  update pg_index set indisready = false where indrelid = 'order_search_texts'::regclass;
  insert into order_search_texts (user_id, search_text) select distinct user_id, search_text from orders;
  reindex table order_search_texts`

/** The PostgreSQL of a stopped shop's data directory, with settings for heavy writing. */
export async function withFillingServer(
  directory: string,
  work: (connectionString: string) => Promise<void>,
): Promise<void> {
  const server = await startEmbeddedPostgres({ directory, settings: SETTINGS })
  try {
    await work(server.ownerConnectionString)
  } finally {
    await server.stop()
  }
}

/**
 * Copies every order of a seeded shop `times` times, with items, history, stock changes, customer, and recent
 * emails and keys. The shop must be stopped.
 */
export async function multiplyOrders(
  connectionString: string,
  times: number,
  log: (line: string) => void = () => {},
): Promise<void> {
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = new Client({ connectionString })
      await client.connect()
      return client
    }),
  )
  const startedAt = performance.now()
  const step = async (name: string, work: () => Promise<unknown>) => {
    await work()
    log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${name}`)
  }
  const [first] = clients as [Client]
  const inParallel = async (tasks: { name: string; run: (client: Client) => Promise<unknown> }[]) => {
    await Promise.all(
      clients.map(async (client) => {
        for (let task = tasks.shift(); task; task = tasks.shift())
          await step(task.name, () => task.run(client))
      }),
    )
  }
  try {
    for (const client of clients) await client.query('set session_replication_role = replica')
    await step('originals', async () => {
      const { rows } = await first.query<{ people: number }>(
        'select count(*)::integer as people from user_profiles where full_name is not null',
      )
      await first.query(FUNCTIONS(times, rows[0]!.people))
      for (const table of TABLES)
        await first.query(
          `create unlogged table filling.${table} as ${ORIGINALS[table]}; analyze filling.${table}`,
        )
      await first.query(
        `truncate ${TABLES.join(', ')}, order_search_texts, daily_order_counts, daily_sales cascade`,
      )
    })
    const fillings: string[] = []
    for (const table of TABLES) fillings.push(await fillingOf(first, table))
    await inParallel([
      ...TABLES.map((table, index) => ({
        name: table,
        run: (client: Client) => client.query(fillings[index]!),
      })),
      { name: 'user_profiles', run: (client) => client.query(PROFILES) },
      ...(await indexesOf(first)).map((index) => ({
        name: index,
        run: (client: Client) => client.query(`reindex index ${index}`),
      })),
    ])
    await step('search texts', () => first.query(SEARCH_TEXTS))
    await step('stock', async () => {
      await first.query('set session_replication_role = origin')
      await first.query(`
        update products p set stock = l.stock
          from (select distinct on (product_id) product_id, stock_after as stock from inventory_adjustments order by product_id, id desc) l
         where l.product_id = p.id and l.stock <> p.stock`)
      await first.query('drop schema filling cascade')
    })
    await inParallel(
      [...TABLES, 'order_search_texts', 'user_profiles', 'products'].map((table) => ({
        name: `vacuum ${table}`,
        run: (client) => client.query(`vacuum (freeze, analyze, index_cleanup off) ${table}`),
      })),
    )
    // A status change closes the days of the orders; a running shop caches daily sums in the background.
    await step('counts of days', () => first.query('update orders set status = status where false'))
    await inParallel(clients.map(() => ({ name: 'sums of days', run: cacheDays })))
    await step('vacuum', () => first.query('vacuum analyze'))
  } finally {
    for (const client of clients) await client.end()
  }
}

/**
 * One transaction per table: with a new file, it writes no WAL. Indexes are marked as not ready and built at
 * the end (`reindex`), without dropping their constraints.
 */
async function fillingOf(client: Client, table: Table): Promise<string> {
  const { rows } = await client.query<{ column: string }>(
    `select quote_ident(column_name) as column from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO' order by ordinal_position`,
    [table],
  )
  const columns = rows.map(({ column }) => column)
  // Initial stock and counts belong to no order, so they are not copied.
  const copied = table === 'inventory_adjustments' ? 'order_id' : columns[0]
  return `
    begin;
    cluster ${table} using ${table}_pkey; alter table ${table} set without cluster;
    update pg_index set indisready = false where indrelid = '${table}'::regclass;
    insert into ${table} (${columns.join(', ')})
    select ${columns.map((column) => CHANGED[table][column] ?? `o.${column}`).join(', ')}
      from filling.${table} o
     -- Depends on the original, so that its copies are written one after another.
     cross join lateral generate_series((filling.times() - 1) * (o.${copied} is not null)::integer, 0, -1) copy;
    commit`
}

async function indexesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index
      where indrelid = any ($1::regclass[]) order by array_position($1::regclass[], indrelid::regclass), indexrelid`,
    [TABLES],
  )
  return rows.map(({ name }) => name)
}

async function cacheDays(client: Client) {
  for (let cached = 1; cached > 0;) {
    const { rows } = await client.query<{ days: number }>(
      `select cache_completed_days((select min(day) from daily_order_counts), current_date, ${COUNTED_DAYS}) as days`,
    )
    cached = rows[0]!.days
  }
}
