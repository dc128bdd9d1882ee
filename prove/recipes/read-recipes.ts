import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')

/** A row of the recipe's table: the files of the patch that it names, and the checks that fail without them. */
type RecipeRow = { names: readonly string[]; files: readonly string[]; checks: readonly string[] }
export type Recipe = {
  title: string
  patch: string
  fileCount: number
  files: readonly string[]
  rows: readonly RecipeRow[]
}

/** The recipes of CONTRIBUTING.md that link to a patch. */
export function readRecipes(): Recipe[] {
  const guide = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
  const sections = guide.split(/^## /m).find((part) => part.startsWith('Recipes'))!
  return sections.split(/^### /m).slice(1).flatMap(readRecipe)
}

function readRecipe(section: string): Recipe[] {
  const patch = /\((prove\/recipes\/[\w-]+\.patch)\)/.exec(section)?.[1]
  if (!patch) return []
  const files = [...readFileSync(join(ROOT, patch), 'utf8').matchAll(/^diff --git a\/\S+ b\/(\S+)$/gm)].map(
    ([, file]) => file!,
  )
  const table = section.split('\n').filter((line) => line.startsWith('| '))
  const rows = table.slice(1).map((line) => {
    const [, where = '', , checked = ''] = line.split(/(?<!\\)\|/)
    const names = readCodeSpans(where)
    const own = files.filter((file) =>
      names.some((name) => (name.endsWith('/') ? file.startsWith(name) : file === name)),
    )
    return { names, files: own, checks: readChecks(checked, own) }
  })
  return [
    {
      title: section.slice(0, section.indexOf('\n')),
      patch,
      fileCount: Number(/(\d+) files/.exec(section)?.[1]),
      files,
      rows,
    },
  ]
}

/** Words of `npm test -- word`, and paths of tests; "that test" is the file of the row. */
function readChecks(cell: string, files: readonly string[]): string[] {
  const spans = readCodeSpans(cell)
  return [
    ...spans.flatMap((span) => /^npm test -- (\w+)$/.exec(span)?.[1] ?? []),
    ...(/\btypes\b/.test(cell) ? ['types'] : []),
    ...spans.filter((span) => /\.(test|spec)\.tsx?$/.test(span)),
    ...(cell.includes('that test') ? files : []),
  ]
}

const readCodeSpans = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, span]) => span!)
