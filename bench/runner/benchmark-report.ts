import { loadavg } from 'node:os'
import type { Part, Table } from './benchmark.ts'
import { isWhole } from './benchmark-scale.ts'
import { dayAndMachine, putSection, tableLines } from './report-sections.ts'

const INTRODUCTION = `# What the shop measures

Made by \`npm run bench\`; \`npm run bench -- NAME\` measures one part again and leaves the others as they are.
Times are told as medians with their spread, and where a machine matters, as ratios within one run.
`

/** Puts a part's table in its place in the report, and leaves what the other parts measured; a shortened measurement is only looked at. */
export function report({ name, title, about }: Part, { columns, rows, note }: Table, names: readonly string[]) {
  if (!isWhole) return
  const table = [...tableLines(columns, rows), ...(note ? ['', note] : [])]
  const load = `load ${loadavg()[1]!.toFixed(1)} over the last five minutes, this run included`
  const machine = `\`npm run bench -- ${name}\`, ${dayAndMachine()}, ${load}.\n`
  putSection({ file: 'docs/benchmarks.md', introduction: INTRODUCTION, names }, name, [`## ${title}`, '', about, '', ...table, '', machine])
}
