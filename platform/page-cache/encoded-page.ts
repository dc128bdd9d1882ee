import { hash } from 'node:crypto'
import { chooseEncoding, compress, type ContentEncoding, type Audience } from '#platform/http/compression.ts'
import type { CachedResponse } from './cached-response.ts'
import { RETRY_AFTER_SECONDS } from '#platform/http/retry-after.ts'
import { SECURITY_HEADERS } from '#platform/http/security-headers.ts'

export type EncodedPage = {
  etag: string | undefined
  encodedResponse: (
    accepted: string | undefined,
    ifNoneMatch: string | undefined,
  ) => CachedResponse | undefined
  encodeResponse: (accepted: string | undefined, ifNoneMatch: string | undefined) => Promise<CachedResponse>
  /** A response for a single visitor. */
  withReplacedText: (what: { text: string; by: string }) => EncodedPage
  compressBest: () => Promise<void>
  byteSize: () => number
}
type Page = { status: number; headers: Headers; body: Buffer }
type EncodingOptions = { audience?: Audience; hasEtag?: boolean; onGrow?: () => void }

/** Creates each encoding on its first request; `onGrow` is called when memory grows. */
export function createEncodedPage(
  { status, headers, body }: Page,
  { audience = 'many', hasEtag = true, onGrow = () => {} }: EncodingOptions = {},
): EncodedPage {
  // Weak, because all encodings share it.
  const etag = hasEtag ? `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"` : undefined
  const common = [
    ...headers,
    ...Object.entries(SECURITY_HEADERS),
    ['vary', 'accept-encoding'],
    ...(etag === undefined ? [] : [['etag', etag]]),
    ...(status === 503 ? [['retry-after', RETRY_AFTER_SECONDS]] : []),
  ].flat()
  const notModified: CachedResponse = { status: 304, headers: common, body: null }
  const { length } = body
  const plain = encoded(body, 'plain')
  const responsesByEncoding: Partial<Record<ContentEncoding, CachedResponse>> = { plain }
  const pending: Partial<Record<ContentEncoding, Promise<CachedResponse>>> = {}

  function encoded(bytes: Buffer, encoding: ContentEncoding): CachedResponse {
    const named = encoding === 'plain' ? [] : ['content-encoding', encoding]
    return { status, headers: [...common, ...named, 'content-length', String(bytes.length)], body: bytes }
  }

  async function encodeQuickly(encoding: ContentEncoding): Promise<CachedResponse> {
    try {
      // The best gzip takes only slightly longer, and few clients request it.
      const response = encoded(
        await compress(plain.body!, encoding, encoding === 'br' ? 'quick' : 'best'),
        encoding,
      )
      // compressBest() may have finished earlier.
      responsesByEncoding[encoding] ??= response
      onGrow()
      return responsesByEncoding[encoding]
    } finally {
      // A later request uses the result or retries; a pending entry would hide better compression.
      delete pending[encoding]
    }
  }

  function encodedResponse(
    accepted: string | undefined,
    ifNoneMatch: string | undefined,
  ): CachedResponse | undefined {
    if (ifNoneMatch && etag && status === 200 && matchesEtag(ifNoneMatch, etag)) return notModified
    return responsesByEncoding[chooseEncoding(accepted, length, audience)]
  }

  return {
    etag,
    encodedResponse,
    /** Compresses if necessary, once for concurrent requests. */
    async encodeResponse(
      accepted: string | undefined,
      ifNoneMatch: string | undefined,
    ): Promise<CachedResponse> {
      const encoding = chooseEncoding(accepted, length, audience)
      return encodedResponse(accepted, ifNoneMatch) ?? (await (pending[encoding] ??= encodeQuickly(encoding)))
    },
    withReplacedText: ({ text, by }) =>
      createEncodedPage({ status, headers, body: replaceBytes(plain.body!, text, by) }, { audience: 'one' }),
    /** Uses the best brotli, which takes about 100 ms on another thread. */
    async compressBest(): Promise<void> {
      if (chooseEncoding('br', length) === 'plain') return
      const response = encoded(await compress(plain.body!, 'br', 'best'), 'br')
      responsesByEncoding.br = { ...response, latin1: response.body!.toString('latin1') }
      onGrow()
    },
    byteSize: () =>
      Object.values(responsesByEncoding).reduce(
        (sum, { body: bytes, latin1 = '' }) => sum + (bytes?.length ?? 0) + latin1.length,
        0,
      ),
  }
}

/** Works on bytes, because decoding the page would take most of the time. */
function replaceBytes(body: Buffer, text: string, by: string): Buffer {
  const parts: Buffer[] = []
  let from = 0
  for (let index = body.indexOf(text); index >= 0; index = body.indexOf(text, from)) {
    parts.push(body.subarray(from, index), Buffer.from(by))
    from = index + Buffer.byteLength(text)
  }
  return Buffer.concat([...parts, body.subarray(from)])
}

const matchesEtag = (ifNoneMatch: string, etag: string) =>
  ifNoneMatch === etag ||
  ifNoneMatch === '*' ||
  ifNoneMatch.split(',').some((one) => withoutWeakPrefix(one.trim()) === withoutWeakPrefix(etag))
const withoutWeakPrefix = (etag: string) => etag.replace(/^W\//, '')
