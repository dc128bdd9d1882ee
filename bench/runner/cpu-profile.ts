type Frame = { functionName: string; url: string; lineNumber: number }
/** V8 CPU profile: call nodes, the sampled node IDs, and the microseconds between samples. */
export type Profile = {
  nodes: { id: number; callFrame: Frame; children?: number[] | undefined }[]
  samples?: number[] | undefined
  timeDeltas?: number[] | undefined
}

const GROUPS = [
  'React',
  'the router',
  'code of the shop',
  'pg and Kysely',
  'the accounts library',
  'mails',
  'other packages',
  'compression',
  'HTTP',
  'rest of Node',
  'garbage collection',
  'system calls and native code',
  'nothing to do',
] as const
export type ProfileGroup = (typeof GROUPS)[number]

export function profileGroupOf({ functionName, url }: { functionName: string; url: string }): ProfileGroup {
  if (functionName === '(idle)') return 'nothing to do'
  if (functionName === '(garbage collector)') return 'garbage collection'
  const [, scope] = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? []
  if (scope) {
    if (/^(react|react-dom|scheduler)$/.test(scope)) return 'React'
    if (scope.startsWith('react-router')) return 'the router'
    if (/^(pg|kysely|postgres)/.test(scope)) return 'pg and Kysely'
    if (/^(hono|@hono\/)/.test(scope)) return 'HTTP'
    if (/^@?better-/.test(scope)) return 'the accounts library'
    return scope === 'nodemailer' ? 'mails' : 'other packages'
  }
  if (url.startsWith('node:')) {
    if (/^node:(zlib|internal\/zlib)/.test(url)) return 'compression'
    return /^node:(_?http|net|internal\/(http|net|stream_base)|_stream|internal\/streams|internal\/deps\/undici|internal\/url|stream)/.test(
      url,
    )
      ? 'HTTP'
      : 'rest of Node'
  }
  // V8's and system functions have no URL.
  return url ? 'code of the shop' : 'system calls and native code'
}

/** Low-level functions are attributed to their callers: sockets are used by pg as well as by HTTP. */
const isLowLevel = ({ functionName, url }: Frame) =>
  (url === '' && !functionName.startsWith('(')) ||
  /^node:(net|buffer|fs|stream|internal\/(stream_base|streams|buffer|fs|timers|process|async_hooks|util|url))/.test(
    url,
  )

/** The group of each node, by its nearest caller that is not low-level. */
function groupsOf(nodes: Profile['nodes']): Map<number, { group: ProfileGroup; caller: Frame }> {
  const nodesById = new Map(nodes.map((node) => [node.id, node]))
  const callers = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, nodesById.get(id)!] as const)),
  )
  return new Map(
    nodes.map((node) => {
      let ancestor: Profile['nodes'][number] | undefined = node
      while (ancestor && isLowLevel(ancestor.callFrame)) ancestor = callers.get(ancestor.id)
      const caller =
        !ancestor || ancestor.callFrame.functionName === '(root)' ? node.callFrame : ancestor.callFrame
      return [node.id, { group: profileGroupOf(caller), caller }]
    }),
  )
}

export type ProfileSummary = {
  seconds: number
  groups: { group: ProfileGroup; share: number }[]
  top: { name: string; group: ProfileGroup; share: number }[]
}

/** Self time by group, and the top functions, as shares of the busy time. */
export function summariseProfile(
  { nodes, samples = [], timeDeltas = [] }: Profile,
  topCount = 8,
): ProfileSummary {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const groups = groupsOf(nodes)
  const byFunction = new Map<string, { name: string; group: ProfileGroup; time: number }>()
  const byGroup = new Map<ProfileGroup, number>(GROUPS.map((group) => [group, 0]))
  samples.forEach((id, index) => {
    const frame = frames.get(id)!
    const { group, caller } = groups.get(id)!
    // Deltas may be slightly negative if samples are out of order.
    const time = Math.max(0, timeDeltas[index + 1] ?? 0)
    const key = `${frame.functionName} ${frame.url}:${frame.lineNumber} ${group}`
    const entry = byFunction.get(key) ?? { name: nameOf(frame, caller), group, time: 0 }
    byFunction.set(key, { ...entry, time: entry.time + time })
    byGroup.set(group, byGroup.get(group)! + time)
  })
  const all = [...byGroup.values()].reduce((sum, time) => sum + time, 0)
  const busy = Math.max(1, all - byGroup.get('nothing to do')!)
  const shares = [...byGroup].map(([group, time]) => ({
    group,
    share: time / (group === 'nothing to do' ? Math.max(1, all) : busy),
  }))
  const top = [...byFunction.values()]
    .filter(({ group }) => group !== 'nothing to do')
    .sort((left, right) => right.time - left.time)
  return {
    seconds: all / 1_000_000,
    groups: shares.sort((left, right) => right.share - left.share),
    top: top.slice(0, topCount).map(({ name, group, time }) => ({ name, group, share: time / busy })),
  }
}

const nameOf = (frame: Frame, caller: Frame) =>
  `${frame.functionName || '(without a name)'}${frame === caller ? '' : ` for ${caller.functionName || locationOf(caller)}`}`
const locationOf = ({ url, lineNumber }: Frame) => `${url.split('/').at(-1)}:${lineNumber + 1}`

export const idleShare = ({ groups }: ProfileSummary) =>
  groups.find(({ group }) => group === 'nothing to do')?.share ?? 0
const percent = (part: number) => `${(100 * part).toFixed(0)} %`

export function describeProfile(summary: ProfileSummary): string {
  const groups = summary.groups.filter(({ group, share }) => group !== 'nothing to do' && share >= 0.01)
  return (
    `Of the time that the main thread had something to do (it rested ${percent(idleShare(summary))}): ` +
    `${groups.map(({ group, share }) => `${group} ${percent(share)}`).join(', ')}. ` +
    `The dearest functions: ${summary.top.map(({ name, group, share }) => `\`${name}\` (${group}) ${percent(share)}`).join(', ')}.`
  )
}
