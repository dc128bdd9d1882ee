import { spawn } from 'node:child_process'
import { readStepResults, type Counts, type ReportKind } from './step-results.ts'

export type Step = { name: string; command: string[]; report?: { kind: ReportKind; project?: string } }
export type StepResult = Counts & { name: string; seconds: number; processorSeconds: number }

/** The shell's `times` is the only account of all child processes, also on macOS. */
const WITH_TIMES = '"$@"; code=$?; times >&3; exit $code'

/** Passes the step's output to `write` at once; the result is complete when the step has ended. */
export async function runStep(
  { name, command, report }: Step,
  { reportPath, env, write }: { reportPath: string; env: NodeJS.ProcessEnv; write: (text: string) => void },
): Promise<StepResult> {
  const start = performance.now()
  let output = ''
  let times = ''
  const exitCode = await new Promise<number>((resolve) => {
    const child = spawn('sh', ['-c', WITH_TIMES, 'sh', ...command], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env,
    })
    const take = (text: string) => {
      output += text
      write(text)
    }
    child.stdout!.setEncoding('utf8').on('data', take)
    child.stderr!.setEncoding('utf8').on('data', take)
    child.stdio[3]!.on('data', (text) => (times += text))
    child.on('close', (code) => resolve(code ?? 1))
    child.on('error', (error) => {
      take(error.message)
      resolve(1)
    })
  })
  const results = readStepResults({ exitCode, output, report: report && { ...report, path: reportPath } })
  return { name, ...results, seconds: (performance.now() - start) / 1000, processorSeconds: readTimes(times) }
}

/** Four values such as `1m23.45s`: user and system time of the shell, then of its children. */
export const readTimes = (times: string): number =>
  [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
