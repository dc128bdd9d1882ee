import type { ShopIdentity } from '#shop/identity/shop-identity.ts'

/** Always a JPEG, because not every messenger accepts other formats. */
export type ShareImage = { url: string; width: number; height: number; alt: string }

export type Head = {
  title: string
  description?: string
  canonical?: string
  picture?: ShareImage
  isProduct?: boolean
  noIndex?: boolean
  structuredData?: object[]
}

type LoaderResult<Loader> = Loader extends (...args: never[]) => infer Result
  ? Unwrapped<Awaited<Result>>
  : Loader
type Unwrapped<Result> = Result extends { type: string; data: infer Data; init: ResponseInit | null }
  ? Data
  : Result

export type HeadArgs<Loader> = {
  data: LoaderResult<Loader>
  params: Readonly<Record<string, string | undefined>>
  location: { pathname: string; search: string }
  /** Without a trailing slash. */
  publicUrl: string
  shopName: string
  identity: ShopIdentity
}
