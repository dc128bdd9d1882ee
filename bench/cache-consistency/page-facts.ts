import type { Fact, Value } from './consistency-model.ts'

export type ReadPage = { path: string; products: readonly string[] }
export type StatedFact = { fact: Fact; value: Value }

export const factKey = (id: string, field: 'name' | 'price' | 'stock' | 'picture' | 'shown') =>
  `${field} of ${id}`

/** A setting that every page shows. */
export const SHOP_PHONE = 'phone of the shop'

/** Page data without a document have no identity: their reader compares the settings version. */
type PageJson = { loaderData: unknown; identity?: { phone: string } }

function parsePage(text: string): PageJson {
  const start = /<script type="application\/json" id="page-start">(.*?)<\/script>/s.exec(text)
  return JSON.parse(start?.[1] ?? text) as PageJson
}

type PageItem = {
  id: string
  name?: string
  price?: number
  stock?: number
  picture?: { image_url: string } | null
}

export function readStatedFacts(
  page: ReadPage,
  text: string,
  isKnown: (fact: Fact) => boolean,
): StatedFact[] {
  const facts: StatedFact[] = []
  const foundIds = new Set<string>()
  const addFact = (fact: Fact, value: Value | undefined) => {
    if (value !== undefined && isKnown(fact)) facts.push({ fact, value })
  }
  const visitValue = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visitValue)
    if (value === null || typeof value !== 'object') return undefined
    if ('id' in value && typeof value.id === 'string') {
      const { id, name, price, stock, picture } = value as PageItem
      foundIds.add(id)
      addFact(factKey(id, 'name'), name)
      addFact(factKey(id, 'price'), price)
      addFact(factKey(id, 'stock'), stock)
      addFact(factKey(id, 'picture'), picture === undefined ? undefined : (picture?.image_url ?? ''))
    }
    return Object.values(value).forEach(visitValue)
  }
  const { loaderData, identity } = parsePage(text)
  visitValue(loaderData)
  addFact(SHOP_PHONE, identity?.phone)
  for (const id of page.products) addFact(factKey(id, 'shown'), foundIds.has(id))
  return facts
}
