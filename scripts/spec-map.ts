import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { specSentences, type SpecSentence } from './spec-sentences.ts'

/** Writes docs/spec-map.md: each sentence of the spec with the file and the test that hold it; `--check` only compares. */
const root = join(import.meta.dirname, '..')
const target = join(root, 'docs/spec-map.md')
const problems: string[] = []
const sources = new Map<string, string[]>()

function linesOf(file: string): string[] | undefined {
  if (!existsSync(join(root, file))) return undefined
  if (!sources.has(file)) sources.set(file, readFileSync(join(root, file), 'utf8').split('\n'))
  return sources.get(file)
}

/** A title counts where a test or a group of tests is named, or in a table of them; not in a comment. */
const isNamed = (line: string, title: string) => line.includes(title) && /['"`]/.test(line) && !/^\s*(\/\/|\/?\*)/.test(line)

function testCell(reference: string): string {
  const [file, title] = reference.split(' › ')
  if (!file || !title) problems.push(`"${reference}" is not of the form: path › title.`)
  const lines = linesOf(file ?? '')
  if (!lines) problems.push(`There is no ${file}, which should hold "${title}".`)
  else if (!lines.some((line) => isNamed(line, title!))) problems.push(`${file} has no test "${title}".`)
  return `${title} (\`${file}\`)`
}

function row({ section, sentence, files = [], tests = [], instead, open }: SpecSentence): string {
  const what = `${section} "${sentence}"`
  for (const file of files) if (!existsSync(join(root, file))) problems.push(`There is no ${file}, which should hold ${what}.`)
  if (!open && tests.length === 0) problems.push(`${what} has neither a test nor a reason why it is open.`)
  if (!open && files.length === 0) problems.push(`${what} names no file.`)
  const proof = tests.map(testCell).join('; ')
  if (instead && !existsSync(join(root, instead))) problems.push(`There is no ${instead}, which should say what is done instead of ${what}.`)
  const held = instead ? `**otherwise**, by [decision ${/\d{4}/.exec(instead)?.[0]}](${instead.replace('docs/', '')}): ${proof}` : proof
  const cells = [section, sentence, files.map((file) => `\`${file}\``).join(', '), open ? `**open**: ${open}${proof && `. So far: ${proof}`}` : held]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

const count = (sentences: readonly SpecSentence[]) => `${sentences.filter(({ open }) => !open).length} of ${sentences.length}`
const sections = Map.groupBy(specSentences, ({ section }) => (section.startsWith('D') ? 'decisions' : section))
const twice = specSentences.filter((one, place) => specSentences.findIndex((other) => other.section === one.section && other.sentence === one.sentence) !== place)
for (const { section, sentence } of twice) problems.push(`${section} "${sentence}" stands there twice.`)

const text = [
  '# Where each sentence of the spec is held',
  '',
  'Made by `node scripts/spec-map.ts` from `scripts/spec-sentences/`; `npm test` fails when a file or a test named here is gone.',
  'Titles may be shortened to what no other test of the file has. The sections are those of `spec/shop.md`, D1 to D31 its decisions.',
  '',
  `${count(specSentences)} sentences are held by a test; the others are open, each with the reason.`,
  `${specSentences.filter(({ instead }) => instead).length} of those held are answered otherwise on purpose: the decision beside them says why.`,
  '',
  '| section | held |',
  '|---|---|',
  ...[...sections].map(([name, sentences]) => `| ${name} | ${count(sentences)} |`),
  '',
  '| § | what it says | code | test |',
  '|---|---|---|---|',
  ...specSentences.map(row),
  '',
].join('\n')

if (process.argv.includes('--check')) {
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
    problems.push('docs/spec-map.md is out of date. Run: node scripts/spec-map.ts')
  }
} else writeFileSync(target, text)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${count(specSentences)} sentences held.`)
