import { createHash } from 'node:crypto'
import type { DatabaseError } from 'pg'

/** A name for each connection to keep a plan under; what is asked once or twice is not worth one. */
const ASKED_BEFORE_KEPT = 5
const KEPT_MOST = 100
const COUNTED_MOST = 1_000

/** A table has changed so that what was planned would answer with other columns. */
const ANSWERS_OTHERWISE = '0A000'
/** The connection behind this one is another than it was: something between hands them on. */
const NOT_ITS_OWN = new Set(['26000', '42P05'])

/**
 * Statements that are asked again and again get a name, under which each connection plans them once: for most of them that
 * costs more than running them. PostgreSQL goes on planning for the values asked for where such plans are cheaper.
 * For statements that are a transaction of their own, because one whose plan no longer fits is asked once more without it.
 */
export function createPlanKeeper() {
  const names = new Map<string, string>()
  const asked = new Map<string, number>()
  let isKeeping = true

  function nameOf(statement: string): string | undefined {
    if (!isKeeping) return undefined
    const known = names.get(statement)
    if (known || names.size >= KEPT_MOST) return known
    const count = (asked.get(statement) ?? 0) + 1
    if (count > ASKED_BEFORE_KEPT) {
      asked.delete(statement)
      return giveName(statement)
    }
    if (asked.size >= COUNTED_MOST) asked.clear()
    asked.set(statement, count)
    return undefined
  }

  function giveName(statement: string, turn = 1): string {
    const name = nameFor(statement, turn)
    names.set(statement, name)
    return name
  }

  return async function ask<Answer>(statement: string, send: (name: string | undefined) => Promise<Answer>): Promise<Answer> {
    const name = nameOf(statement)
    if (!name) return send(undefined)
    try {
      return await send(name)
    } catch (problem) {
      const { code = '' } = problem as DatabaseError
      if (NOT_ITS_OWN.has(code)) isKeeping = false
      // A new name, so that no connection finds the old plan; which is left there until it closes.
      else if (code === ANSWERS_OTHERWISE) giveName(statement, turnOf(name) + 1)
      else throw problem
      return send(undefined)
    }
  }
}

/**
 * Says by itself which statement it is of: a pooler may hand on a connection on which another process of the shop, or this one
 * before it was started again, gave names, and what was planned under one that means something else there would be done instead.
 */
const nameFor = (statement: string, turn: number) => `kept-${createHash('sha256').update(statement).digest('hex').slice(0, 32)}-${turn}`
const turnOf = (name: string) => Number(name.slice(name.lastIndexOf('-') + 1))
