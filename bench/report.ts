import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem, type as system } from 'node:os'
import type { Part, Table } from './part.ts'

const REPORT = 'docs/benchmarks.md'
const START = (name: string) => `<!-- ${name} -->`
const END = (name: string) => `<!-- end of ${name} -->`
const INTRODUCTION = `# What the shop measures

Made by \`npm run bench\`; \`npm run bench -- NAME\` measures one part again and leaves the others as they are.
Times are told as medians with their spread, and where a machine matters, as ratios within one run.
`

/** Puts a part's table in its place in the report, and leaves what the other parts measured. */
export function report({ name, title, about }: Part, table: Table, names: readonly string[]) {
  const before = existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : ''
  const sections = new Map(names.map((one) => [one, sectionOf(before, one)]))
  sections.set(name, [START(name), `## ${title}`, '', about, '', ...lines(table), '', machine(name), END(name)].join('\n'))
  writeFileSync(REPORT, `${[INTRODUCTION, ...[...sections.values()].filter(Boolean)].join('\n')}\n`)
}

function sectionOf(text: string, name: string): string {
  const [from, to] = [text.indexOf(START(name)), text.indexOf(END(name))]
  return from < 0 || to < 0 ? '' : `${text.slice(from, to)}${END(name)}\n`
}

function lines({ columns, rows, note }: Table): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line), ...(note ? ['', note] : [])]
}

function machine(name: string) {
  const [cpu] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const day = new Date().toISOString().slice(0, 10)
  return `\`npm run bench -- ${name}\`, ${day}: ${cpus().length} × ${cpu?.model.trim()}, ${memory}, ${system()}, Node ${process.versions.node}.\n`
}
