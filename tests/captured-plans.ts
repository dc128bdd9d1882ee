import { Client } from 'pg'
import { vi } from 'vitest'
import { connect, type ShopDatabase } from '#db/connect.server.ts'
import { ROLE_QUESTION } from '#db/connection-role.server.ts'
import type { TestDatabase } from './database.ts'

/** A step of a plan, as PostgreSQL tells it after it ran. */
export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

export type Captured = {
  /** Statements sent, those that begin and end a transaction included. */
  statements: string[]
  /** Every step of every statement that ran, also inside procedures. */
  nodes: PlanNode[]
}

/** Connections to a database that tell the plan of everything they run; `capture` hears of one piece of work. */
export async function tellingPlans(database: TestDatabase) {
  const [row] = await database.query<{ name: string }>('select current_database() as name')
  const settings = {
    session_preload_libraries: 'auto_explain', 'auto_explain.log_min_duration': '0', 'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_analyze': 'on', 'auto_explain.log_timing': 'off', 'auto_explain.log_format': 'json', 'auto_explain.log_level': 'notice',
  }
  for (const [name, value] of Object.entries(settings)) await database.query(`alter database ${row!.name} set ${name} = '${value}'`)
  const db: ShopDatabase = await connect({ connectionString: database.connectionString })

  async function capture<Result>(work: () => Promise<Result>): Promise<Captured & { result: Result }> {
    const plans: PlanNode[] = []
    const emitted = vi.spyOn(Client.prototype, 'emit').mockImplementation(function (this: Client, name: string | symbol, ...values: unknown[]) {
      const text = name === 'notice' ? ((values[0] as { message?: string }).message ?? '') : ''
      const at = text.indexOf('plan:\n')
      if (at >= 0) plans.push((JSON.parse(text.slice(at + 6)) as { Plan: PlanNode }).Plan)
      return Object.getPrototypeOf(Client.prototype).emit.call(this, name, ...values) as boolean
    })
    const sent = vi.spyOn(Client.prototype, 'query')
    try {
      const result = await work()
      const asked = sent.mock.calls.map(([query]) => (typeof query === 'string' ? query : (query as unknown as { text: string }).text))
      // A pool may open a connection meanwhile, which is asked who it is.
      const statements = asked.filter((text) => text !== ROLE_QUESTION)
      return { result, statements, nodes: plans.flatMap(stepsOf) }
    } finally {
      emitted.mockRestore()
      sent.mockRestore()
    }
  }
  return { db, capture, close: () => db.close() }
}

const stepsOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(stepsOf)]

/** Rows of a table that were read from the table itself, not from an index alone. */
export function rowsRead(nodes: readonly PlanNode[], table: string): number {
  const readers = nodes.filter((node) => node['Relation Name'] === table && ['Index Scan', 'Bitmap Heap Scan', 'Seq Scan'].includes(node['Node Type']))
  const perLoop = (node: PlanNode) => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return readers.reduce((sum, node) => sum + perLoop(node) * node['Actual Loops'], 0)
}

/** Entries that were read of indexes alone. */
export const entriesRead = (nodes: readonly PlanNode[]): number =>
  nodes
    .filter((node) => node['Node Type'] === 'Index Only Scan')
    .reduce((sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'], 0)

export const indexesUsed = (nodes: readonly PlanNode[]): Set<string> => new Set(nodes.flatMap((node) => node['Index Name'] ?? []))

export const tablesReadThrough = (nodes: readonly PlanNode[]): string[] =>
  nodes.filter((node) => node['Node Type'] === 'Seq Scan').flatMap((node) => node['Relation Name'] ?? [])
