import { createHash } from 'node:crypto'
import type { DatabaseError } from 'pg'

/** A name for each connection to keep a plan under; what is asked once or twice is not worth one. */
const USES_BEFORE_PREPARE = 5
const MAX_PREPARED = 100
const MAX_COUNTED = 1_000

/** A table has changed so that what was planned would answer with other columns. */
const RESULT_TYPE_CHANGED = '0A000'
/** The connection behind this one is another than it was: something between hands them on. */
const SHARED_CONNECTION_CODES = new Set(['26000', '42P05'])

/**
 * Statements that are asked again and again get a name, under which each connection plans them once: for most of them that
 * costs more than running them. PostgreSQL goes on planning for the values asked for where such plans are cheaper.
 * For statements that are a transaction of their own, because one whose plan no longer fits is asked once more without it.
 */
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

  return async function runPrepared<Answer>(statement: string, send: (name: string | undefined) => Promise<Answer>): Promise<Answer> {
    const name = statementName(statement)
    if (!name) return send(undefined)
    try {
      return await send(name)
    } catch (problem) {
      const { code = '' } = problem as DatabaseError
      if (SHARED_CONNECTION_CODES.has(code)) isEnabled = false
      // A new name, so that no connection finds the old plan; which is left there until it closes.
      else if (code === RESULT_TYPE_CHANGED) giveName(statement, versionOf(name) + 1)
      else throw problem
      return send(undefined)
    }
  }
}

/**
 * Says by itself which statement it is of: a pooler may hand on a connection on which another process of the shop, or this one
 * before it was started again, gave names, and what was planned under one that means something else there would be done instead.
 */
const nameFor = (statement: string, version: number) => `kept-${createHash('sha256').update(statement).digest('hex').slice(0, 32)}-${version}`
const versionOf = (name: string) => Number(name.slice(name.lastIndexOf('-') + 1))
