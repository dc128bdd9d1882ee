import { readFileSync } from 'node:fs'

/** What Linux counts a process's time in. */
const TICK_MICROSECONDS = 10_000

/** Microseconds of processor time that a process has used so far, all of its threads, with those that it started unless `alone`. */
export function readCpuTime(pid: number, { alone = false } = {}): number {
  return ticksOf(pid, alone) * TICK_MICROSECONDS
}

/** The same of those alone that it started and that have ended meanwhile. */
export function readEndedChildrenCpuTime(pid: number): number {
  return timesOf(pid).ended * TICK_MICROSECONDS
}

function ticksOf(pid: number, alone: boolean): number {
  const { ticks, ended } = timesOf(pid)
  return alone ? ticks : readChildPids(pid).reduce((sum, child) => sum + ticksOf(child, false), ticks + ended)
}

function timesOf(pid: number): { ticks: number; ended: number } {
  const own = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  // What those used that have ended meanwhile stands with whoever started them.
  return { ticks: Number(own[11]) + Number(own[12]), ended: Number(own[13]) + Number(own[14]) }
}

export const readChildPids = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
