import { setImmediate } from 'node:timers/promises'
import { categoryForm } from '#features/catalogue/product-form/catalogue-forms.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { isValidSlug, toSlug } from '#shop/text/slug.ts'
import type { MappedColumn } from './import-columns.ts'
import { importMessages } from './import-messages.ts'
import { selectCategoriesToExport, type CategoryRow } from './import-queries.server.ts'
import { displayValue, formProblem, isSameText, readLine, type ReadLine } from './plan-line.ts'
import { emptyPlan, type PlannedLine } from './planned-line.ts'
import type { CsvLine } from './read-csv.server.ts'

/** Values of a new category for columns that are missing. */
const NEW_VALUES = { name: '', description: '', is_on_home_page: 'on' }

const valuesOf = ({ name, description, is_on_home_page }: CategoryRow) => ({
  name,
  description: description ?? '',
  is_on_home_page: is_on_home_page ? 'on' : '',
})

/** Finds what each line of a category file would change. Lets other requests run after each line. */
export async function planCategoryImport(
  shop: ShopDependencies,
  admin: Admin,
  lines: readonly CsvLine[],
  columns: readonly MappedColumn[],
): Promise<PlannedLine[]> {
  const categories = await shop.db.queryAs(admin, selectCategoriesToExport)
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  const named = Map.groupBy(categories, ({ name }) => name)
  const firstLines = new Map<string, number>()
  const plan = ({ line, cells }: CsvLine) => {
    const read = readLine(line, cells, { columns, categoryIdOf: () => undefined })
    const { slug = '', name = '' } = read.values
    const sameName = named.get(name) ?? []
    const current = bySlug.get(slug) ?? (sameName.length === 1 ? sameName[0] : undefined)
    const problems = [...read.problems]
    if (!current && sameName.length > 1)
      problems.push({ field: 'name', text: importMessages.nameOfSeveralCategories })
    else if (!current && name === '' && problems.length === 0)
      problems.push({ field: 'name', text: importMessages.noCategoryKey })
    const addressOf = current || sameName.length > 1 ? undefined : bySlug.get(toSlug(name))
    if (addressOf)
      problems.push({ field: 'name', text: importMessages.newCategoryAddressTaken(addressOf.name) })
    const key = current?.id ?? (name === '' ? null : toSlug(name))
    const first = key === null ? undefined : firstLines.get(key)
    if (first !== undefined) problems.push({ field: null, text: importMessages.sameCategory(first) })
    else if (key !== null) firstLines.set(key, line)
    return planCategory({ ...read, problems }, current)
  }
  const planned: PlannedLine[] = []
  for (const each of lines) {
    planned.push(plan(each))
    await setImmediate()
  }
  return planned
}

/** `current` is the category of the line; without one, the line adds a category. */
function planCategory(
  { line, values, written, problems: unread }: ReadLine,
  current: CategoryRow | undefined,
): PlannedLine {
  const { slug: typedSlug, ...typed } = values
  const problems = [...unread]
  const planned: PlannedLine = {
    ...emptyPlan(line, current?.name ?? typed['name'] ?? ''),
    category_id: current?.id ?? null,
    seen_version: current?.version ?? null,
    problems,
  }
  if (current && typedSlug && typedSlug !== current.slug)
    problems.push({ field: 'slug', text: importMessages.addressNeverChanges })
  const base: Record<string, string> = current ? valuesOf(current) : NEW_VALUES
  const sent = { ...base }
  for (const [field, value] of Object.entries(typed))
    if (!isSameText(value, base[field] ?? '')) sent[field] = value
  const parsed = categoryForm.safeParse(sent)
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path.join('.')
    if (!problems.some((problem) => problem.field === field))
      problems.push(formProblem(field, written, message))
  }
  const slug = toSlug(sent['name'] ?? '')
  if (!current && parsed.success && !isValidSlug(slug))
    problems.push({ field: 'name', text: messages.nameWithoutLetters })
  if (!parsed.success || problems.length > 0) return planned

  const after = { ...parsed.data, is_on_home_page: sent['is_on_home_page'] === 'on' }
  if (!current) {
    const notes: string[] = [importMessages.newCategory]
    if (typedSlug && typedSlug !== slug) notes.unshift(importMessages.newAddress)
    const changes = Object.entries(typed)
      .filter(([field, value]) => value !== '' || field === 'is_on_home_page')
      .map(([field, value]) => ({ field, was: '', is: displayValue(field, value) }))
    return { ...planned, outcome: 'added', changes, notes, after: { ...after, slug } }
  }
  const before = {
    name: current.name,
    description: current.description,
    is_on_home_page: current.is_on_home_page,
  }
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
    (name) => after[name] !== before[name],
  )
  if (changed.length === 0) return { ...planned, outcome: 'same' }
  return {
    ...planned,
    outcome: 'changed',
    changes: changed.map((field) => ({
      field,
      was: displayValue(field, base[field] ?? ''),
      is: displayValue(field, sent[field] ?? ''),
    })),
    before: Object.fromEntries(changed.map((name) => [name, before[name]])),
    after: Object.fromEntries(changed.map((name) => [name, after[name]])),
  }
}
