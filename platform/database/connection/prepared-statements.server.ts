import { createHash } from 'node:crypto'
import type { DatabaseError } from 'pg'

/** Rarer statements are not worth a prepared plan on each connection. */
const USES_BEFORE_PREPARE = 5
const MAX_PREPARED = 100
const MAX_COUNTED = 1_000

/** "cached plan must not change result type": a table has changed. */
const RESULT_TYPE_CHANGED = '0A000'
/** The statement name is unknown or taken: a pooler shares connections between clients. */
const SHARED_CONNECTION_CODES = new Set(['26000', '42P05'])

/** Planning most statements costs more than running them. Used outside transactions only, because a stale plan is retried. */
export function createPreparedStatements() {
  const names = new Map<string, string>()
  const useCounts = new Map<string, number>()
  let isEnabled = true

  function statementName(statement: string): string | undefined {
    if (!isEnabled) return undefined
    const known = names.get(statement)
    if (known || names.size >= MAX_PREPARED) return known
    const count = (useCounts.get(statement) ?? 0) + 1
    if (count > USES_BEFORE_PREPARE) {
      useCounts.delete(statement)
      return giveName(statement)
    }
    if (useCounts.size >= MAX_COUNTED) useCounts.clear()
    useCounts.set(statement, count)
    return undefined
  }

  function giveName(statement: string, version = 1): string {
    const name = nameFor(statement, version)
    names.set(statement, name)
    return name
  }

  return async function runPrepared<Answer>(
    statement: string,
    send: (name: string | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    const name = statementName(statement)
    if (!name) return send(undefined)
    try {
      return await send(name)
    } catch (problem) {
      const { code = '' } = problem as DatabaseError
      if (SHARED_CONNECTION_CODES.has(code)) isEnabled = false
      // The new name makes each connection plan again; the old plan is freed when the connection closes.
      else if (code === RESULT_TYPE_CHANGED) giveName(statement, versionOf(name) + 1)
      else throw problem
      return send(undefined)
    }
  }
}

/** Uses a hash, because behind a pooler another process may have prepared a statement of the same name. */
const nameFor = (statement: string, version: number) =>
  `kept-${createHash('sha256').update(statement).digest('hex').slice(0, 32)}-${version}`
const versionOf = (name: string) => Number(name.slice(name.lastIndexOf('-') + 1))
