import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { readCpuTime, readEndedChildrenCpuTime } from './cpu-time.ts'

/** Shares of all cores; `others` is unattributed kernel time and other programs. */
export type ProcessorShares = {
  nodes: number
  postgres: number
  nginx: number
  load: number
  others: number
  free: number
}
type Processes = Record<'nodes' | 'postgres' | 'nginx', readonly number[]>

const TICK_MICROSECONDS = 10_000
/** Above this share, processes mostly wait for each other. */
const FULL = 0.9

/** The load is this process and its exited children. Returns the usage since the call. */
export function startProcessorMeasurement(processes: Processes): () => ProcessorShares {
  const read = () => {
    const timeOf = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + readCpuTime(pid), 0)
    return {
      nodes: timeOf(processes.nodes),
      postgres: timeOf(processes.postgres),
      nginx: timeOf(processes.nginx),
      load: readCpuTime(process.pid, { alone: true }) + readEndedChildrenCpuTime(process.pid),
      ...readMachine(),
    }
  }
  const before = read()
  return () => {
    const after = read()
    const share = (name: keyof typeof before) =>
      (after[name] - before[name]) / Math.max(1, after.all - before.all)
    const own = {
      nodes: share('nodes'),
      postgres: share('postgres'),
      nginx: share('nginx'),
      load: share('load'),
    }
    const used = Object.values(own).reduce((sum, each) => sum + each, 0)
    const free = share('idle')
    return { ...own, others: Math.max(0, 1 - used - free), free }
  }
}

function readMachine(): { all: number; idle: number } {
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, interrupts = 0, soft = 0, stolen = 0] =
    readFileSync('/proc/stat', 'utf8').split('\n')[0]!.trim().split(/\s+/).slice(1).map(Number)
  const all = user + nice + system + idle + wait + interrupts + soft + stolen
  return { all: all * TICK_MICROSECONDS, idle: (idle + wait) * TICK_MICROSECONDS }
}

/** Nodes, nginx with one worker and the load generator each have one thread that does most of the work. */
export function findFull(
  shares: ProcessorShares,
  { nodes, cores = availableParallelism() }: { nodes: number; cores?: number },
): string {
  if (1 - shares.free >= FULL) return 'the machine'
  const threads = [
    { name: nodes === 1 ? 'the node' : 'the nodes', use: (shares.nodes * cores) / nodes },
    { name: 'nginx', use: shares.nginx * cores },
    { name: 'the load generator', use: shares.load * cores },
  ].sort((one, other) => other.use - one.use)
  const [first] = threads
  return first!.use >= FULL ? first!.name : 'nothing: they wait for the disk or each other'
}
