import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem, type as system } from 'node:os'

const START = (name: string) => `<!-- ${name} -->`
const END = (name: string) => `<!-- end of ${name} -->`

export type SectionedReport = { file: string; introduction: string; names: readonly string[] }

export function writeSection(
  { file, introduction, names }: SectionedReport,
  name: string,
  lines: readonly string[],
) {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const sections = new Map(names.map((one) => [one, sectionOf(before, one)]))
  sections.set(name, [START(name), ...lines, END(name)].join('\n'))
  writeFileSync(file, `${[introduction, ...[...sections.values()].filter(Boolean)].join('\n')}\n`)
}

function sectionOf(text: string, name: string): string {
  const [from, to] = [text.indexOf(START(name)), text.indexOf(END(name))]
  return from < 0 || to < 0 ? '' : `${text.slice(from, to)}${END(name)}\n`
}

export function formatMarkdownTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)]
}

export function describeDateAndMachine(): string {
  const [cpu] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const day = new Date().toISOString().slice(0, 10)
  return `${day}: ${cpus().length} × ${cpu?.model.trim()}, ${memory}, ${system()}, Node ${process.versions.node}`
}
