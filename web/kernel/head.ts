/** What a screen puts into the page's head, and what the browser keeps up to date on later page changes. */
export type Head = {
  title: string
  description?: string
  /** Path and query of the address that search engines should keep. */
  canonical?: string
  /** Address of the picture that a shared link shows. */
  image?: string
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
}
