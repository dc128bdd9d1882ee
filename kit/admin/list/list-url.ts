import { parsePageNumber } from '#shop/paging/paging.ts'
import { stripNul } from '#shop/text/strip-nul.ts'

/** The parameters of an address by name; empty ones are omitted. */
type Texts = Readonly<Record<string, string | null | undefined>>

export function withQuery(path: string, texts: Texts): string {
  const entries = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] != null)
  return entries.length > 0 ? `${path}?${new URLSearchParams(entries)}` : path
}

/** How a value of a list is read from and written to its address. */
export type ListParameter<Value> = {
  read: (params: URLSearchParams, name: string) => Value
  write: (value: Value | undefined, name: string) => Texts
}

/** The default is the value of an empty text, and is not written. */
export const parameter = <Value extends string | number | null>(
  parse: (text: string) => Value,
): ListParameter<Value> => ({
  read: (params, name) => parse(params.get(name) ?? ''),
  write: (value, name) => {
    const text = String(value ?? '').trim()
    return { [name]: text === '' || text === String(parse('')) ? null : text }
  },
})
export const textUpTo = (length: number) => parameter((text) => stripNul(text).trim().slice(0, length))
export const searchText = textUpTo(200)
export const pageNumber = parameter(parsePageNumber)
export const choice = <Option extends string, Default extends Option | null>(
  options: readonly Option[],
  otherwise: Default,
) => parameter((text) => options.find((option) => option === text) ?? otherwise)

type Parameters<View> = { readonly [Name in keyof View]: ListParameter<View[Name]> }
export type ListUrl<View> = {
  base: string
  read: (params: URLSearchParams) => View
  /** `others`: parameters of the surrounding screen, such as dialog and notice. */
  query: (view: Partial<View>, others?: Texts) => string
  path: (view: Partial<View>, others?: Texts) => string
  /** Without the position in the list, which another filter makes meaningless. */
  start: (view: Partial<View>) => string
}

/** Writes the parameters in their declared order. */
export function listUrl<Filters extends object, Place extends object>(
  base: string,
  filters: Parameters<Filters>,
  place: Parameters<Place>,
): ListUrl<Filters & Place> {
  type View = Filters & Place
  const entriesOf = (parameters: object) =>
    Object.entries(parameters as Record<string, ListParameter<unknown>>)
  const write = (parameters: object, view: Partial<View>): Texts =>
    Object.assign(
      {},
      ...entriesOf(parameters).map(([name, each]) => each.write(view[name as keyof View], name)),
    ) as Texts
  const all = { ...filters, ...place }
  return {
    base,
    read: (params) =>
      Object.fromEntries(entriesOf(all).map(([name, { read }]) => [name, read(params, name)])) as View,
    query: (view, others) => withQuery('', { ...write(all, view), ...others }),
    path: (view, others) => withQuery(base, { ...write(all, view), ...others }),
    start: (view) => withQuery(base, write(filters, view)),
  }
}
