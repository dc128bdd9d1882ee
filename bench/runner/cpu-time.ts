import { readFileSync } from 'node:fs'

/** Length of a clock tick in /proc (100 Hz). */
const TICK_MICROSECONDS = 10_000

/** CPU time of a process in microseconds, over all threads, including its children unless `alone`. */
export function readCpuTime(pid: number, { alone = false } = {}): number {
  return ticksOf(pid, alone) * TICK_MICROSECONDS
}

export function readEndedChildrenCpuTime(pid: number): number {
  return timesOf(pid).ended * TICK_MICROSECONDS
}

function ticksOf(pid: number, alone: boolean): number {
  const { ticks, ended } = timesOf(pid)
  if (alone) return ticks
  return readChildPids(pid).reduce((sum, child) => sum + ticksOfChild(child), ticks + ended)
}

/** It may have ended since it was listed. */
function ticksOfChild(pid: number): number {
  try {
    return ticksOf(pid, false)
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0
    throw error
  }
}

function timesOf(pid: number): { ticks: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  // The CPU time of exited children is counted for their parent.
  return { ticks: Number(fields[11]) + Number(fields[12]), ended: Number(fields[13]) + Number(fields[14]) }
}

export const readChildPids = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
