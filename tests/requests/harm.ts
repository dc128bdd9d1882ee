import type { PageData } from '#web/kernel/page-data.ts'
import type { Visitor } from '../visitor.ts'
import type { RawAnswer } from './raw-request.ts'

export const FORM = 'application/x-www-form-urlencoded'
const INSIDES = /\n\s+at .+:\d+:\d+|node_modules|\.server\.ts|PostgresError|syntax error at|violates|invalid byte sequence/

/** What is wrong with an answer, whatever was asked: the shop answers in its own words, never with a 500 and never with its insides. */
export function harmIn({ status, headers, body }: RawAnswer, what: string): string[] {
  const harms: string[] = []
  if (status === 0) harms.push(`${what}: cut without a word`)
  if (status >= 500) harms.push(`${what}: ${status}`)
  const inside = INSIDES.exec(body)
  if (inside) harms.push(`${what}: shows ${inside[0]}`)
  if (headers.get('content-type')?.startsWith('application/json') && body.startsWith('{"build"')) {
    const { errors } = JSON.parse(body) as PageData
    for (const error of Object.values(errors ?? {})) if (error.status >= 500) harms.push(`${what}: ${error.status} in its data`)
  }
  return harms
}

/** Asks with somebody's cookies and leaves them as they were, so that one strange answer does not change the next. */
export async function ask(who: Visitor, path: string, init: RequestInit = {}): Promise<RawAnswer> {
  const answer = await who.copy().fetch(path, { ...init, headers: { 'accept-encoding': 'identity', ...(init.headers as Record<string, string>) } })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}
