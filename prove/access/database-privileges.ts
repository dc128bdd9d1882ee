import { Client } from 'pg'
import {
  FUNCTION_CALLERS,
  TABLE_PRIVILEGES,
  type Role,
} from '#tests/fixtures/databases/expected-privileges.ts'
import { connectionStringOf } from '#tests/fixtures/databases/shop-database.ts'
import { getAccessScenario, type AccessScenario } from './access-actors.ts'
import { READABLE_ROWS } from './access-expectations.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import type { ProofStep, CheckCounter } from '#prove/runner/proof.ts'

type DatabaseActor = { name: string; role: Role; userId: string | null; isAdmin?: true; isOwner?: true }
type Procedure = { name: string; call: string; args: string[] }

/** Runs statements with the database roles of the shop, without its TypeScript code. */
export const databasePrivileges: ProofStep = {
  name: 'catalogue',
  scenario:
    'every table, verb and procedure of the database catalogue x visitor, customer, former and suspended administrator, packer, manager, administrator, as the shop’s own roles',
  async runProof(proofContext, checks) {
    const accessScenario = await getAccessScenario(proofContext)
    const { db, ids, dataDir } = accessScenario
    const [owner] = await db.query<{ user_id: string }>(
      `select user_id from accounts.administrator where role = 'owner' and suspended_at is null order by created_at limit 1`,
    )
    const actors: DatabaseActor[] = [
      { name: 'visitor', role: 'visitor', userId: null },
      { name: 'customer', role: 'customer', userId: ids.customer },
      { name: 'former administrator', role: 'admin', userId: ids.former },
      { name: 'suspended administrator', role: 'admin', userId: ids.suspended },
      { name: 'packer', role: 'packer', userId: ids.packer, isAdmin: true },
      { name: 'customer as a packer', role: 'packer', userId: ids.customer },
      { name: 'manager', role: 'admin', userId: ids.manager, isAdmin: true },
      { name: 'administrator', role: 'admin', userId: owner!.user_id, isAdmin: true, isOwner: true },
    ]
    const client = new Client({ connectionString: connectionStringOf(dataDir) })
    await client.connect()
    const runStatement = async (actor: DatabaseActor, sql: string, values: unknown[] = []) => {
      try {
        await client.query(
          `begin; set local role ninth_bend_${actor.role}; select set_config('app.user_id', '${actor.userId ?? ''}', true)`,
        )
        const { rows, rowCount } = await client.query(sql, values)
        return { rows: rows as Record<string, unknown>[], count: rowCount ?? 0, refusal: '' }
      } catch (problem) {
        return { rows: [], count: 0, refusal: (problem as Error).message }
      } finally {
        await client.query('rollback')
      }
    }
    const tables = await db.query<{ name: string; columns: string[] }>(
      `select n.nspname || '.' || c.relname as name, array(select attname::text from pg_attribute a where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '') as columns
         from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
    )
    for (const { name, columns } of tables) {
      checks.expect(name in TABLE_PRIVILEGES, () => `${name} has no expectation: say who may do what with it`)
      for (const actor of actors) await checkTable(name, columns, actor, runStatement, accessScenario, checks)
    }
    const procedures = await db.query<Procedure>(
      `select p.proname as name, p.oid::regproc::text as call, array(select format_type(t, null) from unnest(p.proargtypes) t) as args
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'accounts', 'ninth_bend') and p.prorettype <> 'trigger'::regtype
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    )
    for (const procedure of procedures) {
      checks.expect(
        procedure.name in FUNCTION_CALLERS,
        () => `${procedure.name} has no expectation: say who may call it`,
      )
      for (const actor of actors) await checkProcedure(procedure, actor, runStatement, accessScenario, checks)
    }
    await client.end()
    return `${tables.length} tables, ${procedures.length} procedures`
  },
}

type RunStatement = (
  actor: DatabaseActor,
  sql: string,
  values?: unknown[],
) => Promise<{ rows: Record<string, unknown>[]; count: number; refusal: string }>

async function checkTable(
  name: string,
  columns: string[],
  actor: DatabaseActor,
  runStatement: RunStatement,
  { db, ids }: AccessScenario,
  checks: CheckCounter,
) {
  const table = name.replace('accounts.user', 'accounts."user"')
  const rights = TABLE_PRIVILEGES[name]?.[actor.role] ?? ''
  const isDenied = ({ refusal }: { refusal: string }) => /permission denied/.test(refusal)
  const read = await runStatement(actor, `select count(*)::int as n from ${table}`)
  if (!/\bselect\b/.test(rights))
    checks.expect(isDenied(read), () => `${actor.name} reads ${name}: ${toShortJson(read)}`)
  else {
    const ownOrders = `order_id in (select id from orders where user_id = '${ids.customer}')`
    const own = ['order_items', 'order_history', '.refunds'].some((part) => name.endsWith(part))
      ? ownOrders
      : name.endsWith('refund_lines')
        ? `refund_id in (select id from refunds where ${ownOrders})`
        : `user_id = '${ids.customer}'`
    const rows = READABLE_ROWS[name]
    const condition = {
      everybody: 'true',
      'what is on sale': actor.isAdmin ? 'true' : actor.role === 'admin' ? 'false' : 'is_active',
      'one’s own': actor.isAdmin ? 'true' : actor.role === 'customer' ? own : 'false',
      administrators: actor.isAdmin ? 'true' : 'false',
      'administrators, packers in part': !actor.isAdmin
        ? 'false'
        : actor.role === 'packer'
          ? 'is_for_packers'
          : 'true',
      owners: actor.isOwner ? 'true' : 'false',
    }[rows ?? 'everybody']
    const [expected] = await db.query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${condition}`,
    )
    checks.expect(
      rows !== undefined && read.rows[0]?.['n'] === expected!.n,
      () =>
        `${actor.name} reads ${toShortJson(read)} of ${name}, expected ${expected!.n} (${rows ?? 'nothing is expected'})`,
    )
  }
  const removed = await runStatement(actor, `delete from ${table}`)
  checks.expect(isDenied(removed), () => `${actor.name} empties ${name}: ${toShortJson(removed)}`)
  const added = await runStatement(actor, `insert into ${table} default values`)
  checks.expect(
    /insert/.test(rights) ? added.refusal !== '' : isDenied(added),
    () => `${actor.name} adds to ${name}: ${toShortJson(added)}`,
  )
  const readable = /\bselect \(([^)]*)\)/.exec(rights)?.[1]?.split(', ')
  for (const column of columns) {
    if (readable && !readable.includes(column)) {
      const hidden = await runStatement(actor, `select "${column}" from ${table}`)
      checks.expect(
        isDenied(hidden),
        () => `${actor.name} reads ${column} of ${name}: ${toShortJson(hidden)}`,
      )
    }
    const written = await runStatement(actor, `update ${table} set "${column}" = "${column}"`)
    const mayWrite = new RegExp(`update \\([^)]*\\b${column}\\b`).test(rights)
    const [all] = await db.query<{ n: number }>(`select count(*)::int as n from ${table}`)
    const maxRows =
      actor.isAdmin && name !== 'public.user_profiles' ? all!.n : name === 'public.user_profiles' ? 1 : 0
    checks.expect(
      mayWrite ? written.count <= maxRows : isDenied(written),
      () => `${actor.name} writes ${column} of ${name}: ${toShortJson(written)}`,
    )
  }
}

/** The arguments would have an effect if the call were allowed. */
async function checkProcedure(
  { name, call, args }: Procedure,
  actor: DatabaseActor,
  runStatement: RunStatement,
  { others, onSale }: AccessScenario,
  checks: CheckCounter,
) {
  const right = FUNCTION_CALLERS[name]?.includes(actor.role) ?? false
  const values =
    REALISTIC_ARGUMENTS[name]?.({ order: others.order, product: onSale.id }) ??
    args.map((type) => (type === 'text' ? 'tried' : null))
  const list = values.map((_, index) => `$${index + 1}::${args[index]}`).join(', ')
  const result = await runStatement(actor, `select to_jsonb(a) as answer from ${call}(${list}) a`, values)
  if (!right)
    return checks.expect(
      /permission denied/.test(result.refusal),
      () => `${actor.name} calls ${name}: ${toShortJson(result)}`,
    )
  const first = result.rows[0]?.['answer'] as { ok?: boolean; refusal?: { code: string } } | undefined
  if (actor.isAdmin)
    return checks.expect(
      !/permission denied/.test(result.refusal),
      () => `${actor.name} calls ${name}: ${toShortJson(result)}`,
    )
  const isHarmless =
    result.refusal !== '' ||
    result.rows.length === 0 ||
    first?.ok === false ||
    PUBLIC_FUNCTIONS.has(name) ||
    isEmpty(first)
  checks.expect(isHarmless, () => `${actor.name} calls ${name} and is answered ${toShortJson(result)}`)
}

/** They reveal no data of other users. */
const PUBLIC_FUNCTIONS = new Set([
  'is_admin',
  'is_manager',
  'is_owner',
  'current_user_id',
  'working_days_after',
  'delivery_days',
  'is_bank_holiday',
  'short_ngrams',
  'cache_daily_sales',
  'cache_best_sellers',
  'is_own_email_verified',
  'is_own_confirmation_held',
  'own_order_allowance',
  'allergen_bits',
  'low_stock_threshold',
  'profile_search_text',
  'strip_apostrophes',
])
const isEmpty = (result: unknown) =>
  result === null ||
  result === undefined ||
  result === '' ||
  result === 0 ||
  result === false ||
  (typeof result === 'object' &&
    Object.values(result).every(
      (value) =>
        value === null ||
        value === false ||
        value === 0 ||
        value === 1 ||
        (Array.isArray(value) && value.length === 0),
    ))

const TRIED_ADDRESS = {
  full_name: 'Tried',
  phone: '020 7946 0999',
  address: '1 Tried Street',
  post_code: 'SW1A 1AA',
  city: 'London',
}

const REALISTIC_ARGUMENTS: Record<string, (of: { order: string; product: string }) => unknown[]> = {
  cancel_order: ({ order }) => [order, 'Tried', 'Tried', true, null, null],
  exchange_recalled_pieces: ({ order }) => [order],
  move_order: ({ order }) => [order, 'pending', 'processing'],
  ship_order: ({ order }) => [order, 'processing', 'evri', 'TRIED 12345'],
  save_order_tracking: ({ order }) => [order, 1, 'evri', 'TRIED 12345'],
  add_order_note: ({ order }) => [order, 'Tried', true],
  find_phone_customers: () => ['Tried', 5],
  place_phone_order: ({ product }) => [
    'tried',
    null,
    'tried@example.com',
    JSON.stringify([{ product_id: product, quantity: 1, price: 1 }]),
    JSON.stringify({ ...TRIED_ADDRESS }),
    'Tried',
    false,
  ],
  edit_order: ({ order, product }) => [
    order,
    1,
    '[]',
    '2026-12-24',
    null,
    JSON.stringify([{ product_id: product, quantity: 1, price: 1 }]),
  ],
  move_orders: ({ order }) => [
    JSON.stringify([{ id: order, expected_status: 'pending', to_status: 'processing' }]),
  ],
  undo_order_moves: ({ order }) => [JSON.stringify([{ id: order, expected_status: 'processing' }])],
  record_door_payment: ({ order }) => [order, 1, 'cash'],
  refund_order: ({ order }) => [order, order, 1, 1, true, '[]', 0, 'Tried', 'cash', true, 'cash', false],
  update_product_stock: ({ product }) => [product, 5, 'manual_adjustment', 'Tried'],
  find_orders: () => ['', null, 1, 24],
  find_order_neighbours: ({ order }) => [order, '', null],
}
