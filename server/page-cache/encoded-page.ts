import { hash } from 'node:crypto'
import { chooseEncoding, compress, type ContentEncoding, type Audience } from '#server/http/compression.ts'
import { createCachedResponse, type CachedResponse } from './cached-response.ts'
import { SECURITY_HEADERS } from '#server/http/security-headers.ts'

export type EncodedPage = {
  etag: string
  /** What is ready for this browser, or undefined where it has to be packed first. */
  encodedResponse: (accepted: string | undefined, ifNoneMatch: string | undefined) => CachedResponse | undefined
  encodeResponse: (accepted: string | undefined, ifNoneMatch: string | undefined) => Promise<CachedResponse>
  /** The same page with another text in the place of one, for one reader. */
  withReplacedText: (what: { text: string; by: string }) => EncodedPage
  compressBest: () => Promise<void>
  byteSize: () => number
}
type Page = { status: number; headers: Headers; body: Buffer }
type EncodingOptions = { audience?: Audience; onGrow?: () => void }

/**
 * A page as bytes, in each coding once it was asked for, with everything that stands above them.
 * Whoever keeps it is told when it grows.
 */
export function createEncodedPage({ status, headers, body }: Page, { audience = 'many', onGrow = () => {} }: EncodingOptions = {}): EncodedPage {
  // Weak, because each coding of a page is the same page.
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  const common = [...headers, ...Object.entries(SECURITY_HEADERS), ['vary', 'accept-encoding'], ['etag', etag]].flat()
  const notModified = createCachedResponse(304, common, null)
  const { length } = body
  const plain = encoded(body, 'plain')
  const responsesByEncoding: Partial<Record<ContentEncoding, CachedResponse>> = { plain }
  const pending: Partial<Record<ContentEncoding, Promise<CachedResponse>>> = {}

  function encoded(bytes: Buffer, encoding: ContentEncoding): CachedResponse {
    const named = encoding === 'plain' ? [] : ['content-encoding', encoding]
    return createCachedResponse(status, [...common, ...named, 'content-length', String(bytes.length)], bytes)
  }

  async function encodeQuickly(encoding: ContentEncoding): Promise<CachedResponse> {
    try {
      // Gzip takes little longer for its best, and few ask for it.
      const made = encoded(await compress(plain.body!, encoding, encoding === 'br' ? 'quick' : 'best'), encoding)
      // The best may have come meanwhile.
      responsesByEncoding[encoding] ??= made
      onGrow()
      return responsesByEncoding[encoding]
    } finally {
      // Whoever comes later finds the bytes, or tries again; here they would stay when better ones have come.
      delete pending[encoding]
    }
  }

  function encodedResponse(accepted: string | undefined, ifNoneMatch: string | undefined): CachedResponse | undefined {
    if (ifNoneMatch !== undefined && status === 200 && matchesEtag(ifNoneMatch, etag)) return notModified
    return responsesByEncoding[chooseEncoding(accepted, length, audience)]
  }

  return {
    etag,
    encodedResponse,
    /** The same, packed where it has to be: once, for however many wait. */
    async encodeResponse(accepted: string | undefined, ifNoneMatch: string | undefined): Promise<CachedResponse> {
      const encoding = chooseEncoding(accepted, length, audience)
      return encodedResponse(accepted, ifNoneMatch) ?? (await (pending[encoding] ??= encodeQuickly(encoding)))
    },
    withReplacedText: ({ text, by }) => createEncodedPage({ status, headers, body: replaceBytes(plain.body!, text, by) }, { audience: 'one' }),
    /** As small as brotli makes it, for most browsers: a tenth of a second of another thread. */
    async compressBest(): Promise<void> {
      if (chooseEncoding('br', length) === 'plain') return
      responsesByEncoding.br = encoded(await compress(plain.body!, 'br', 'best'), 'br')
      onGrow()
    },
    /** What all of it takes in memory. */
    byteSize: () => Object.values(responsesByEncoding).reduce((sum, { body: bytes }) => sum + (bytes?.length ?? 0), 0),
  }
}

/** As bytes: as a text, most of the time would go into decoding the page. */
function replaceBytes(body: Buffer, text: string, by: string): Buffer {
  const parts: Buffer[] = []
  let from = 0
  for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, from)) {
    parts.push(body.subarray(from, at), Buffer.from(by))
    from = at + Buffer.byteLength(text)
  }
  return Buffer.concat([...parts, body.subarray(from)])
}

/** Whether an If-None-Match names this version, or any. */
const matchesEtag = (ifNoneMatch: string, etag: string) =>
  ifNoneMatch === etag || ifNoneMatch === '*' || ifNoneMatch.split(',').some((one) => withoutWeakPrefix(one.trim()) === withoutWeakPrefix(etag))
const withoutWeakPrefix = (etag: string) => etag.replace(/^W\//, '')
