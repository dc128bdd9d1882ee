import type { RequestListener } from 'node:http'
import { DATA_PATH } from '#web/client/page-data/page-data.ts'
import { keptAddress, NO_PAGE } from '#web/cacheable-paths.ts'
import { sendReady } from './cached-response.ts'
import type { PageCache, Rendered, SharedPage } from './page-cache.ts'

export type Form = 'html' | 'data'
export const keyOf = (form: Form, address: string) => `${form} ${address}`
const formAndAddress = (key: string) => [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)] as [Form, string]

const REMEMBERED_ADDRESSES = 10_000
/** The shop's own links are shorter; what a stranger makes up may have 16 kB, and would be kept as long as those. */
export const REMEMBERED_CHARACTERS = 300
/** What is left to the slower way, which knows what else an address can be: fragments, and what no browser sends. */
const PLAIN = /^[!-"$-~]*$/
const DATA_OF = `${DATA_PATH}?`

/** The key of what is asked for, or null where it is nothing that may be kept; worked out once for each short way to write it. */
export function keyReader(known = new Map<string, string | null>(), isNoPage: IsNoPage = () => false): (target: string) => string | null {
  return (target) => {
    if (target.length > REMEMBERED_CHARACTERS) return readKey(target, isNoPage)
    const before = known.get(target)
    if (before !== undefined) return before
    const key = readKey(target, isNoPage)
    if (known.size >= REMEMBERED_ADDRESSES) known.clear()
    known.set(target, key)
    return key
  }
}

type IsNoPage = (pathname: string) => boolean

function readKey(target: string, isNoPage: IsNoPage): string | null {
  const isData = target.startsWith(DATA_OF)
  const page = (isData ? new URLSearchParams(target.slice(DATA_OF.length)).get('u') : target) ?? ''
  if (!PLAIN.test(page)) return null
  const query = page.indexOf('?')
  const pathname = query < 0 ? page : page.slice(0, query)
  const address = keptAddress(pathname, new URLSearchParams(query < 0 ? '' : page.slice(query))) ?? (isNoPage(pathname) ? NO_PAGE : null)
  return address && keyOf(isData ? 'data' : 'html', address)
}

type Parts = {
  cache: PageCache
  /** Makes a page as everybody is shown it. */
  render: (form: Form, address: string) => Promise<Rendered | SharedPage>
  otherwise: RequestListener
  /** Whether this path is none of the shop's, so that its page is the same as of all others. */
  isNoPage?: IsNoPage
}

/**
 * A page that may be kept is answered here, before anything of a request is looked at that does not matter for it: at once
 * where it is ready, and otherwise once it is made. One that cannot be made is left to who can say why.
 */
export function answerFirst({ cache, render, otherwise, isNoPage }: Parts): RequestListener {
  const keyFor = keyReader(undefined, isNoPage)
  return (request, response) => {
    const { method, url = '', rawHeaders } = request
    const key = method === 'GET' || method === 'HEAD' ? keyFor(url) : null
    if (key === null) return otherwise(request, response)
    const accepted = headerOf(rawHeaders, 'accept-encoding')
    const ifNoneMatch = headerOf(rawHeaders, 'if-none-match')
    const page = cache.find(key)
    const ready = page?.readyFor(accepted, ifNoneMatch)
    if (ready) return sendReady(request, response, ready)
    const making = page ? Promise.resolve(page) : cache.page(key, () => render(...formAndAddress(key)))
    making.then((made) => made.packedFor(accepted, ifNoneMatch)).then(
      (packed) => sendReady(request, response, packed),
      () => otherwise(request, response),
    )
    return undefined
  }
}

/** Of all the headers two matter here; `request.headers` would take them all apart. */
function headerOf(rawHeaders: readonly string[], wanted: string): string | undefined {
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place]!
    if (name.length === wanted.length && name.toLowerCase() === wanted) return rawHeaders[place + 1]
  }
  return undefined
}
