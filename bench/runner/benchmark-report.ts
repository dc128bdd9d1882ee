import { loadavg } from 'node:os'
import type { Benchmark, BenchmarkTable } from './benchmark.ts'
import { isFullScale } from './benchmark-scale.ts'
import { describeDateAndMachine, writeSection, formatMarkdownTable } from './report-sections.ts'

const INTRODUCTION = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- NAME\` measures one part and keeps the results of the others.
Times are medians with their range; where the machine matters, ratios within one run.
`

/** Replaces the section of a benchmark in the report; does nothing for a shortened run. */
export function writeBenchmarkReport(
  { name, title, about }: Benchmark,
  { columns, rows, note }: BenchmarkTable,
  names: readonly string[],
) {
  if (!isFullScale) return
  const table = [...formatMarkdownTable(columns, rows), ...(note ? ['', note] : [])]
  const load = `load ${loadavg()[1]!.toFixed(1)} over the last five minutes, this run included`
  const machine = `\`npm run bench -- ${name}\`, ${describeDateAndMachine()}, ${load}.\n`
  writeSection({ file: 'docs/benchmarks.md', introduction: INTRODUCTION, names }, name, [
    `## ${title}`,
    '',
    about,
    '',
    ...table,
    '',
    machine,
  ])
}
