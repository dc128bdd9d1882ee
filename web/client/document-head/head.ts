import type { ShopIdentity } from '#shop/identity/shop-identity.ts'

/** A picture that a shared link shows: a JPEG, since not every messenger takes another format. */
export type ShareImage = { url: string; width: number; height: number; alt: string }

/** What a screen puts into the page's head, and what the browser keeps up to date on later page changes. */
export type Head = {
  title: string
  description?: string
  /** Path and query of the address that search engines should keep. */
  canonical?: string
  /** What a shared link shows; left out, it is the shop's own picture. */
  picture?: ShareImage
  /** What the page is about, where that is one product. */
  isProduct?: boolean
  /** True for pages that belong to one person, or to nobody. */
  noIndex?: boolean
  /** Structured data for search engines, one object each. */
  structuredData?: object[]
}

type LoaderResult<Loader> = Loader extends (...args: never[]) => infer Result ? Unwrapped<Awaited<Result>> : Loader
type Unwrapped<Result> = Result extends { type: string; data: infer Data; init: ResponseInit | null } ? Data : Result

export type HeadArgs<Loader> = {
  /** What the screen's loader answered; undefined when it failed. */
  data: LoaderResult<Loader>
  params: Readonly<Record<string, string | undefined>>
  location: { pathname: string; search: string }
  /** The address shoppers reach the shop by, without a slash at its end. */
  publicUrl: string
  shopName: string
  identity: ShopIdentity
}
