import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { readEndedChildrenCpuTime } from './cpu-time.ts'

export type WrkResult = {
  answers: number
  perSecond: number
  slowMilliseconds: number
  microsecondsEach: number
}

export const isCommandAvailable = (command: string) => spawnSync('which', [command]).status === 0

export function requireWrk() {
  if (!isCommandAvailable('wrk')) throw new Error('This measurement needs wrk: apt-get install wrk')
}

export async function runWrk(
  address: string,
  { connections, seconds, coding }: { connections: number; seconds: number; coding: string },
): Promise<WrkResult> {
  const before = readEndedChildrenCpuTime(process.pid)
  const flags = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--latency',
    '--timeout',
    '10s',
    '-H',
    `accept-encoding: ${coding}`,
  ]
  const { stdout } = await promisify(execFile)('wrk', [...flags, address])
  const [, answers] = /(\d+) requests in/.exec(stdout) ?? []
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? []
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`Not every request was answered:\n${stdout}`)
  const milliseconds = { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's']
  return {
    answers: Number(answers),
    perSecond: Number(perSecond),
    slowMilliseconds: Number(p99) * milliseconds,
    microsecondsEach: (readEndedChildrenCpuTime(process.pid) - before) / Number(answers),
  }
}
