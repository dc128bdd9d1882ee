import type { Fact, Value } from './consistency-model.ts'

/** A page that is read, and the things that it shows while they are on sale. */
export type ReadPage = { path: string; products: readonly string[] }
export type StatedFact = { fact: Fact; value: Value }

export const factKey = (id: string, field: 'name' | 'price' | 'stock' | 'picture' | 'shown') => `${field} of ${id}`

/** The data that a page was made of, out of its HTML or of the data itself. */
export function parsePageData(text: string): unknown {
  const start = /<script type="application\/json" id="page-start">(.*?)<\/script>/s.exec(text)
  return (JSON.parse(start?.[1] ?? text) as { loaderData: unknown }).loaderData
}

type Thing = { id: string; name?: string; price?: number; stock?: number; picture?: { image_url: string } | null }

/** Everything that the page says of what is asked for, and of the page's own products whether they are there. */
export function readStatedFacts(page: ReadPage, text: string, isAsked: (fact: Fact) => boolean): StatedFact[] {
  const said: StatedFact[] = []
  const foundIds = new Set<string>()
  const addFact = (fact: Fact, value: Value | undefined) => {
    if (value !== undefined && isAsked(fact)) said.push({ fact, value })
  }
  const visitValue = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visitValue)
    if (value === null || typeof value !== 'object') return undefined
    if ('id' in value && typeof value.id === 'string') {
      const { id, name, price, stock, picture } = value as Thing
      foundIds.add(id)
      addFact(factKey(id, 'name'), name)
      addFact(factKey(id, 'price'), price)
      addFact(factKey(id, 'stock'), stock)
      addFact(factKey(id, 'picture'), picture === undefined ? undefined : (picture?.image_url ?? ''))
    }
    return Object.values(value).forEach(visitValue)
  }
  visitValue(parsePageData(text))
  for (const id of page.products) addFact(factKey(id, 'shown'), foundIds.has(id))
  return said
}
