import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as accounts from '#features/accounts/forms/account-forms.ts'
import * as catalogue from '#features/catalogue/product-form/catalogue-forms.ts'
import * as submitted from '#features/catalogue/product-form/submitted-forms.ts'
import * as searchWords from '#features/catalogue/search-words/search-word-form.ts'
import * as content from '#features/content/content-forms.ts'
import * as checkout from '#features/checkout/checkout-form.ts'
import * as people from '#features/accounts/people/invitation-form.ts'
import * as settings from '#features/settings/setting-forms.ts'
import * as stock from '#features/stock/stock-adjustment.ts'
import * as productActions from '#features/catalogue/products/list/admin/product-action-forms.server.ts'
import type { ListUrl } from '#kit/admin/list/list-url.ts'
import { FIELDS, INTENTS, PARAMETERS } from '#prove/runner/form-fields.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Screens and what handles their requests, except forms that are only logged. */
const sources = globSync('{app,features,kit}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((name) => !/\.test\.tsx?$|-routes?\.server\.ts$|^features\/enquiries\//.test(name))
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }))
  .filter(
    ({ name, text }) => !name.endsWith('.server.ts') || name.includes('/admin/') || text.includes('#kit/'),
  )
  .filter(({ name }) => !/^app\/[a-z]+\/|^features\/mail\//.test(name))

const found = (pattern: RegExp, among = sources) =>
  among.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, word]) => word!))
const sorted = (words: Iterable<string>) => [...new Set(words)].sort()

/** The parameters of the lists that declare theirs, as each list requests them. */
async function listParameters(): Promise<string[]> {
  const names: string[] = []
  const params = { get: (name: string) => (names.push(name), null) } as unknown as URLSearchParams
  for (const { name } of sources.filter(({ text }) => text.includes('= listUrl('))) {
    const exported = Object.values(
      (await import(join(ROOT, name))) as Record<string, Partial<ListUrl<object>>>,
    )
    const lists = exported.filter((list) => list.read)
    expect(lists, `${name} exports its list`).not.toEqual([])
    for (const list of lists) list.read!(params)
  }
  return names
}

const parameters = [
  ...(await listParameters()),
  ...found(/(?:searchParams|params|query|search)\)?\s*\.(?:get|getAll|has)\('([\w-]+)'\)/g),
  ...found(/of \[([^\]]+)\] as const\) \{\s+const \w+ = params\.get\(/g).flatMap((names) =>
    names.split(', ').map((name) => name.slice(1, -1)),
  ),
  ...found(/readKeys\(params, '([\w-]+)'\)/g),
]

/** Field names of a schema, even if it transforms them; the schema adds names in camel case. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodPipe) return [...fieldsOf(schema.in), ...fieldsOf(schema.out)]
  return schema instanceof z.ZodObject
    ? Object.keys(schema.shape).filter((name) => name === name.toLowerCase())
    : []
}

test('the proofs know exactly the intents that forms send and actions handle', () => {
  const actions = sources.filter(({ name }) => name.endsWith('.server.ts'))
  const switches = actions.flatMap(({ name, text }) =>
    [...text.matchAll(/switch \(intent\) \{([^]*?)\n {2}\}/g)].map(([, cases]) => ({ name, text: cases! })),
  )
  const tables = actions.flatMap(({ name, text }) =>
    [...text.matchAll(/const ACTIONS = \{([^}]*)\}/g)].map(([, rows]) => ({ name, text: rows! })),
  )
  const known = [
    ...found(/name="intent"\s+value="([^"]+)"/g),
    ...found(/\sintent="([^"]+)"/g),
    ...found(/intent: z\.literal\('([^']+)'\)/g, actions),
    ...found(/\bintent(?:'\))? === '([^']+)'/g, actions),
    ...found(/case '([^']+)'/g, switches),
    ...found(/(\w+)(?::[^,]*)?(?:,|\s*$)/g, tables),
  ]
  expect(sorted(INTENTS)).toEqual(sorted(known))
})

test('the proofs know exactly the fields that forms send and actions read', () => {
  const read = [
    ...[
      accounts,
      catalogue,
      submitted,
      searchWords,
      content,
      checkout,
      people,
      settings,
      stock,
      productActions,
    ].flatMap((forms) => Object.values(forms).flatMap(fieldsOf)),
    ...found(/(?:\bform|\bsubmitted|formData\(\)\))\.(?:get|getAll|has)\('([\w-]+)'\)/g),
    ...found(/\bvalues\['(\w+)'\]/g),
  ]
  const sent = found(/\s(?:name="|(?:formId|chooseButton)=\{\{ name: ')(\w+)["']/g).filter(
    (name) => !parameters.includes(name),
  )
  expect(sorted(FIELDS)).toEqual(sorted([...read, ...sent]))
})

test('the proofs know exactly the query parameters that pages read', () => {
  expect(sorted(PARAMETERS)).toEqual(sorted(parameters))
})
