import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { HttpClient } from '#tests/fixtures/http/http-client.ts'
import {
  ALLERGENS,
  expectAllCombinations,
  insertStatedProducts,
  PAIRS,
  SEARCHED_WORD,
  type StatedProduct,
} from './stated-products.ts'

const WORKERS = 4
/** The same list twice: all products, and all as search results. */
const FORMS = ['', `&q=${SEARCHED_WORD}`] as const

type ListData = {
  products: { slug: string }[]
  total: number
  hidden: { contains: number; mayContain: number; notKnown: number } | null
  counts: { freeFrom: Record<string, number> }
}

/** The data of all pages of a list. */
async function readList(visitor: HttpClient, path: string) {
  const slugs: string[] = []
  for (let page = 1; ; page += 1) {
    const { loaderData } = await visitor.page(`${path}&page=${page}`)
    const data = loaderData!['products'] as ListData
    slugs.push(...data.products.map(({ slug }) => slug))
    if (data.products.length === 0 || slugs.length >= data.total) return { ...data, slugs }
  }
}

/** The first page of a list, as its HTML shows it. */
async function readPage(visitor: HttpClient, path: string) {
  const html = await visitor.html(path)
  const cards = html.matchAll(/<li class="product-card">[\s\S]*?href="\/products\/([^"]+)"/g)
  const [, total] = /<p role="status"[^>]*>(\d+) products?</.exec(html) ?? []
  return { slugs: [...cards].map(([, slug]) => slug!), total: Number(total) }
}

const isFree = ({ allergens }: StatedProduct, keys: readonly string[]) =>
  keys.every((key) => allergens[key] === 'free')

/** Counts hidden products by their worst statement. */
function countHidden(products: readonly StatedProduct[], keys: readonly string[]) {
  const hidden = { contains: 0, mayContain: 0, notKnown: 0 }
  for (const { allergens } of products) {
    const statements = new Set(keys.map((key) => allergens[key]))
    if (statements.has('contains')) hidden.contains += 1
    else if (statements.has('may contain')) hidden.mayContain += 1
    else if (statements.has('not known')) hidden.notKnown += 1
  }
  return hidden
}

export const freeFromLists: ProofStep = {
  name: 'free-from',
  scenario:
    'lists of products free from each allergen and each pair, with and without a search, over products with each pair of allergens in each combination of the four statements',
  async runProof(proofContext, checks) {
    const { url } = await proofContext.shop()
    const { category, products } = await insertStatedProducts(
      await proofContext.db(),
      proofContext.times(300),
    )
    expectAllCombinations(products, checks)
    const visitor = new HttpClient(url)
    const isComplete = proofContext.times(2) === 2
    const asked = [...ALLERGENS.map((key) => [key]), ...PAIRS].flatMap((keys, index) =>
      (isComplete ? FORMS : [FORMS[index % FORMS.length]!]).map((form) => ({ keys, form })),
    )
    await runConcurrently(WORKERS, asked, async ({ keys, form }) => {
      const path = listPath(category, form, keys)
      const label = keys.join(' and ') + form
      const list = await readList(visitor, path)
      const page = isComplete || keys.length === 1 ? await readPage(visitor, path) : undefined
      const shown = new Set([...list.slugs, ...(page?.slugs ?? [])])
      const free = new Set(products.filter((product) => isFree(product, keys)).map(({ slug }) => slug))
      for (const { slug, allergens } of products)
        if (!free.has(slug))
          checks.expect(
            !shown.has(slug),
            () =>
              `${label}: shows a product with ${keys.map((key) => `${key} ${allergens[key]}`).join(', ')}`,
          )
      checks.expect(
        list.slugs.length === free.size && shown.size === free.size,
        () => `${label}: shows ${list.slugs.length} products instead of ${free.size}`,
      )
      checks.expect(
        list.total === free.size && (page?.total ?? free.size) === free.size,
        () => `${label}: counts ${list.total} products, and ${page?.total} as HTML, instead of ${free.size}`,
      )
      if (page)
        checks.expect(
          page.slugs.length > 0 && page.slugs.join() === list.slugs.slice(0, page.slugs.length).join(),
          () => `${label}: shows ${page.slugs.length} products as HTML, and not the first of the list`,
        )
      const hidden = countHidden(products, keys)
      checks.expect(
        toShortJson(list.hidden) === toShortJson(hidden),
        () => `${label}: hides ${toShortJson(list.hidden)} instead of ${toShortJson(hidden)}`,
      )
      for (const key of ALLERGENS) {
        const left = products.filter((product) => isFree(product, [...keys, key])).length
        checks.expect(
          list.counts.freeFrom[key] === left,
          () => `${label}: says that ${key} leaves ${list.counts.freeFrom[key]} instead of ${left}`,
        )
      }
    })
    return `${products.length} products, ${asked.length} lists`
  },
}

const listPath = (category: string, form: string, keys: readonly string[]) =>
  `/products?category=${category}${form}${keys.map((key) => `&free-from=${key}`).join('')}`

const UNKNOWN_KEYS = [
  'kiwi',
  'sesam',
  'milks',
  'milk,eggs',
  'free',
  '0',
  '%00',
  '__proto__',
  'cereals containing gluten',
]

export const unknownAllergens: ProofStep = {
  name: 'unknown',
  scenario: 'lists of products free from an unknown allergen key, alone, before and after a known one',
  async runProof(proofContext, checks) {
    const { url } = await proofContext.shop()
    const { category } = await insertStatedProducts(await proofContext.db(), 1)
    const visitor = new HttpClient(url)
    for (const key of UNKNOWN_KEYS)
      for (const keys of [[key], [key, 'milk'], ['milk', key]])
        for (const form of FORMS) {
          const path = listPath(category, form, keys)
          const label = keys.join(' and ') + form
          const [list, page] = [await readList(visitor, path), await readPage(visitor, path)]
          const numbers = [list.slugs.length, list.total, page.slugs.length, page.total]
          checks.expect(
            numbers.every((number) => number === 0),
            () => `${label}: shows and counts ${numbers.join(', ')} products, as data and as HTML`,
          )
        }
    return `${UNKNOWN_KEYS.length} keys`
  },
}
