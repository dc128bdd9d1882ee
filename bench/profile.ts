/** What V8 writes: nodes of calls, the node that ran at each moment, and the microseconds since the moment before. */
export type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples?: number[] | undefined
  timeDeltas?: number[] | undefined
}

const GROUPS = ['React', 'the router', 'code of the shop', 'pg and Kysely', 'the accounts library', 'compression', 'HTTP', 'rest of Node', 'garbage collection', 'system calls and native code', 'nothing to do'] as const
export type Group = (typeof GROUPS)[number]

/** Whose work a function is, by where it stands. */
export function groupOf({ functionName, url }: { functionName: string; url: string }): Group {
  if (functionName === '(idle)') return 'nothing to do'
  if (functionName === '(garbage collector)') return 'garbage collection'
  const [, scope] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
  if (scope) {
    if (/^(react|react-dom|scheduler)$/.test(scope)) return 'React'
    if (scope.startsWith('react-router')) return 'the router'
    if (/^(pg|kysely|postgres)/.test(scope)) return 'pg and Kysely'
    if (/^(hono|@hono\/)/.test(scope)) return 'HTTP'
    if (/^@?better-/.test(scope)) return 'the accounts library'
    return 'rest of Node'
  }
  if (url.startsWith('node:')) {
    if (/^node:(zlib|internal\/zlib)/.test(url)) return 'compression'
    return /^node:(_?http|net|internal\/(http|net|stream_base)|_stream|internal\/streams|internal\/deps\/undici|internal\/url|stream)/.test(url) ? 'HTTP' : 'rest of Node'
  }
  // Neither has a place in any file: what V8 and the system do themselves.
  return url ? 'code of the shop' : 'system calls and native code'
}

export type Summary = { seconds: number; groups: { group: Group; share: number }[]; top: { name: string; group: Group; share: number }[] }

/** Self time by whose work it is, and the functions that took most; of the time that there was something to do. */
export function summaryOf({ nodes, samples = [], timeDeltas = [] }: Profile, most = 8): Summary {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const byFunction = new Map<string, { name: string; group: Group; time: number }>()
  const byGroup = new Map<Group, number>(GROUPS.map((group) => [group, 0]))
  samples.forEach((id, place) => {
    const frame = frames.get(id)!
    const group = groupOf(frame)
    // A delta may be negative by a few microseconds where samples came out of order.
    const time = Math.max(0, timeDeltas[place + 1] ?? 0)
    const key = `${frame.functionName} ${frame.url}:${frame.lineNumber}`
    const known = byFunction.get(key) ?? { name: frame.functionName || '(without a name)', group, time: 0 }
    byFunction.set(key, { ...known, time: known.time + time })
    byGroup.set(group, byGroup.get(group)! + time)
  })
  const all = [...byGroup.values()].reduce((sum, time) => sum + time, 0)
  const busy = Math.max(1, all - byGroup.get('nothing to do')!)
  const shares = [...byGroup].map(([group, time]) => ({ group, share: time / (group === 'nothing to do' ? Math.max(1, all) : busy) }))
  const top = [...byFunction.values()].filter(({ group }) => group !== 'nothing to do').sort((left, right) => right.time - left.time)
  return {
    seconds: all / 1_000_000,
    groups: shares.sort((left, right) => right.share - left.share),
    top: top.slice(0, most).map(({ name, group, time }) => ({ name, group, share: time / busy })),
  }
}

export const idleShare = ({ groups }: Summary) => groups.find(({ group }) => group === 'nothing to do')?.share ?? 0
const percent = (part: number) => `${(100 * part).toFixed(0)} %`

/** A sentence or two for the note under a table. */
export function profileInWords(summary: Summary): string {
  const groups = summary.groups.filter(({ group, share }) => group !== 'nothing to do' && share >= 0.01)
  return (
    `Of the time that the main thread had something to do (it rested ${percent(idleShare(summary))}): ` +
    `${groups.map(({ group, share }) => `${group} ${percent(share)}`).join(', ')}. ` +
    `The dearest functions: ${summary.top.map(({ name, group, share }) => `\`${name}\` (${group}) ${percent(share)}`).join(', ')}.`
  )
}
