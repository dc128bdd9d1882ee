import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** Checks that each requirement has a test and each test a known ID; with IDs, as in `node scripts/requirements.ts CART-3`, prints their tests. */
type SourceFile = { path: string; text: string }
type Title = { path: string; title: string; ids: string[] }
type Requirements = { ids: string[]; problems: string[] }

const FOLDER = 'docs/requirements'
const MAX_IDS = 3
const LEADING_IDS = /^(?:[A-Z]+-\d+(?: |$))+/
/** Tests with these modifiers do not run. */
const NEVER_RUN = new Set(['skip', 'todo', 'fixme'])
const NO_TITLE = new Set([
  'each',
  'for',
  'skipIf',
  'runIf',
  'extend',
  'use',
  'configure',
  'info',
  'push',
  'slow',
  'setTimeout',
  'beforeEach',
  'beforeAll',
  'afterEach',
  'afterAll',
])

export function readRequirements(files: SourceFile[]): Requirements {
  const ids: string[] = []
  const problems: string[] = []
  for (const { path, text } of files) {
    for (const line of text.split('\n').filter((each) => /^\s*[-*] /.test(each))) {
      const id = /^- \*\*([A-Z]+-\d+)\*\* \S/.exec(line)?.[1]
      if (!id) problems.push(`${path}: "${line}" is not of the form: - **CART-3** The cart …`)
      else if (ids.includes(id)) problems.push(`${path}: ${id} is defined twice.`)
      else ids.push(id)
    }
  }
  return { ids, problems }
}

/** All titles that start with IDs. A `describe` counts if it contains a test that runs. */
export function readTitles({ path, text }: SourceFile): Title[] {
  const { program, errors } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`)
  const titles: Title[] = []
  visit(program)
  return titles

  function visit(node: unknown): number {
    if (Array.isArray(node)) return node.reduce<number>((sum, each) => sum + visit(each), 0)
    if (typeof node !== 'object' || node === null) return 0
    const call = titledCall(node as Syntax)
    if (!call) return Object.values(node).reduce<number>((sum, each) => sum + visit(each), 0)
    const title = textOf(call.title, text)
    const leading = title && LEADING_IDS.exec(title)?.[0]
    const start = titles.length
    const testsInside = visit((node as Syntax).arguments) + visit((node as Syntax).callee)
    const tests = call.isNeverRun ? 0 : call.isGroup ? testsInside : 1
    if (tests === 0) titles.splice(start)
    else if (title && leading)
      titles.splice(start, 0, { path, title: title.slice(leading.length), ids: leading.trim().split(' ') })
    return tests
  }
}

export function checkTitles(ids: readonly string[], titles: Title[]): string[] {
  const known = new Set(ids)
  const prefixes = [...new Set(ids.map((id) => id.replace(/-\d+$/, '')))]
  const idPattern = new RegExp(`\\b(?:${prefixes.join('|')})-\\d+\\b`)
  const tested = new Set(titles.flatMap((title) => title.ids))
  const untested = ids.filter((id) => !tested.has(id)).map((id) => `${id} has no test.`)
  return [...untested, ...titles.flatMap(problemsOf)]

  function problemsOf({ path, title, ids: named }: Title): string[] {
    const where = `${path} › ${title}`
    const unknown = named
      .filter((id) => !known.has(id))
      .map((id) => `${where}: there is no requirement ${id}.`)
    const tooMany = named.length > MAX_IDS ? [`${where}: names more than ${MAX_IDS} requirements.`] : []
    const misplaced = idPattern.test(title) ? [`${where}: ids stand at the beginning of a title.`] : []
    return [...unknown, ...tooMany, ...misplaced]
  }
}

export const testsOf = (id: string, titles: Title[]): string[] => [
  ...new Set(titles.filter(({ ids }) => ids.includes(id)).map(({ path, title }) => `${path} › ${title}`)),
]

type Syntax = {
  type: string
  start: number
  end: number
  name?: string
  value?: unknown
  callee?: Syntax
  object?: Syntax
  tag?: Syntax
  property?: Syntax
  arguments?: Syntax[]
}

/** `test(…)`, `describe(…)`, `test.each(…)(…)`, `test.describe(…)`: finds the title argument. */
function titledCall(node: Syntax): { title: Syntax; isGroup: boolean; isNeverRun: boolean } | undefined {
  const title = node.arguments?.[0]
  if (node.type !== 'CallExpression' || !title) return undefined
  const names: string[] = []
  for (let at: Syntax | undefined = node.callee; at; at = at.object ?? at.callee ?? at.tag)
    names.unshift(at.name ?? at.property?.name ?? '')
  const [first = '', last = ''] = [names[0], names.at(-1)]
  if (!['test', 'it', 'describe'].includes(first) || NO_TITLE.has(last)) return undefined
  return { title, isGroup: names.includes('describe'), isNeverRun: names.some((name) => NEVER_RUN.has(name)) }
}

function textOf({ type, value, start, end }: Syntax, source: string): string | undefined {
  if (type === 'TemplateLiteral') return source.slice(start + 1, end - 1)
  return typeof value === 'string' ? value : undefined
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const read = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: ['node_modules', '**/node_modules', '.git'] })
      .toSorted()
      .map((path): SourceFile => ({ path, text: readFileSync(join(root, path), 'utf8') }))
  const { ids, problems } = readRequirements(read(`${FOLDER}/*.md`))
  const titles = read('**/*.{test.ts,test.tsx,spec.ts}').flatMap(readTitles)
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((id) => !ids.includes(id))
  problems.push(
    ...unknown.map((id) => `There is no requirement ${id}.`),
    ...(wanted.length > 0 ? [] : checkTitles(ids, titles)),
  )
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
  for (const id of wanted) console.log([id, ...testsOf(id, titles)].join('\n  '))
  if (wanted.length === 0) console.log(`${ids.length} requirements have tests.`)
}
