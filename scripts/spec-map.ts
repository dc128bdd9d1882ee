import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { specSentences } from './spec-sentences.ts'

/** Writes docs/spec-map.md: each sentence of the spec with the file and the test that hold it; `--check` only compares. */
const root = join(import.meta.dirname, '..')
const target = join(root, 'docs/spec-map.md')
const problems: string[] = []

function testLine(reference: string): string {
  const [file, title] = reference.split(' › ') as [string, string]
  const path = join(root, file)
  if (!existsSync(path)) problems.push(`There is no ${file}, which should hold "${title}".`)
  else if (!readFileSync(path, 'utf8').includes(title)) problems.push(`${file} has no test "${title}".`)
  return `${title} (\`${file}\`)`
}

const rows = specSentences.map(({ section, sentence, files = [], tests = [], open }) => {
  for (const file of files) if (!existsSync(join(root, file))) problems.push(`There is no ${file} (${section} ${sentence}).`)
  if (!open && tests.length === 0) problems.push(`${section} "${sentence}" has neither a test nor a reason why it is open.`)
  const where = files.map((file) => `\`${file}\``).join(', ')
  return `| ${section} | ${sentence} | ${where} | ${open ? `**open**: ${open}` : tests.map(testLine).join('; ')} |`
})
const held = specSentences.filter((entry) => !entry.open).length
const text = [
  '# Where each sentence of the spec is held',
  '',
  'Made by `node scripts/spec-map.ts`; `npm test` fails when a file or a test named here is gone.',
  '',
  `${held} of ${specSentences.length} are held by a test, ${specSentences.length - held} are open.`,
  '',
  '| § | what it says | code | test |',
  '|---|---|---|---|',
  ...rows,
  '',
].join('\n')

if (process.argv.includes('--check')) {
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
    problems.push('docs/spec-map.md is out of date. Run: node scripts/spec-map.ts')
  }
} else writeFileSync(target, text)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${held} of ${specSentences.length} sentences held.`)
