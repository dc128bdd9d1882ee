import { hash } from 'node:crypto'
import { codingFor, pack, type Coding, type Readers } from '#server/http/compression.ts'
import { readyAnswer, type ReadyAnswer } from './cached-response.ts'
import { SAFETY_HEADERS } from '#server/http/security-headers.ts'

export type PageBytes = {
  etag: string
  /** What is ready for this browser, or undefined where it has to be packed first. */
  readyFor: (accepted: string | undefined, ifNoneMatch: string | undefined) => ReadyAnswer | undefined
  packedFor: (accepted: string | undefined, ifNoneMatch: string | undefined) => Promise<ReadyAnswer>
  /** The same page with another text in the place of one, for one reader. */
  replaced: (what: { text: string; by: string }) => PageBytes
  packBest: () => Promise<void>
  weight: () => number
}
type Page = { status: number; headers: Headers; body: Buffer }
type Choices = { readers?: Readers; grown?: () => void }

/**
 * A page as bytes, in each coding once it was asked for, with everything that stands above them.
 * Whoever keeps it is told when it grows.
 */
export function pageBytes({ status, headers, body }: Page, { readers = 'many', grown = () => {} }: Choices = {}): PageBytes {
  // Weak, because each coding of a page is the same page.
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`
  const common = [...headers, ...Object.entries(SAFETY_HEADERS), ['vary', 'accept-encoding'], ['etag', etag]].flat()
  const notModified = readyAnswer(304, common, null)
  const { length } = body
  const plain = packed(body, 'plain')
  const codings: Partial<Record<Coding, ReadyAnswer>> = { plain }
  const underWay: Partial<Record<Coding, Promise<ReadyAnswer>>> = {}

  function packed(bytes: Buffer, coding: Coding): ReadyAnswer {
    const named = coding === 'plain' ? [] : ['content-encoding', coding]
    return readyAnswer(status, [...common, ...named, 'content-length', String(bytes.length)], bytes)
  }

  async function packQuickly(coding: Coding): Promise<ReadyAnswer> {
    try {
      // Gzip takes little longer for its best, and few ask for it.
      const made = packed(await pack(plain.body!, coding, coding === 'br' ? 'quick' : 'best'), coding)
      // The best may have come meanwhile.
      codings[coding] ??= made
      grown()
      return codings[coding]
    } finally {
      // Whoever comes later finds the bytes, or tries again; here they would stay when better ones have come.
      delete underWay[coding]
    }
  }

  function readyFor(accepted: string | undefined, ifNoneMatch: string | undefined): ReadyAnswer | undefined {
    if (ifNoneMatch !== undefined && status === 200 && names(ifNoneMatch, etag)) return notModified
    return codings[codingFor(accepted, length, readers)]
  }

  return {
    etag,
    readyFor,
    /** The same, packed where it has to be: once, for however many wait. */
    async packedFor(accepted: string | undefined, ifNoneMatch: string | undefined): Promise<ReadyAnswer> {
      const coding = codingFor(accepted, length, readers)
      return readyFor(accepted, ifNoneMatch) ?? (await (underWay[coding] ??= packQuickly(coding)))
    },
    replaced: ({ text, by }) => pageBytes({ status, headers, body: replacedIn(plain.body!, text, by) }, { readers: 'one' }),
    /** As small as brotli makes it, for most browsers: a tenth of a second of another thread. */
    async packBest(): Promise<void> {
      if (codingFor('br', length) === 'plain') return
      codings.br = packed(await pack(plain.body!, 'br', 'best'), 'br')
      grown()
    },
    /** What all of it takes in memory. */
    weight: () => Object.values(codings).reduce((sum, { body: bytes }) => sum + (bytes?.length ?? 0), 0),
  }
}

/** As bytes: as a text, most of the time would go into decoding the page. */
function replacedIn(body: Buffer, text: string, by: string): Buffer {
  const parts: Buffer[] = []
  let from = 0
  for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, from)) {
    parts.push(body.subarray(from, at), Buffer.from(by))
    from = at + Buffer.byteLength(text)
  }
  return Buffer.concat([...parts, body.subarray(from)])
}

/** Whether an If-None-Match names this version, or any. */
const names = (ifNoneMatch: string, etag: string) =>
  ifNoneMatch === etag || ifNoneMatch === '*' || ifNoneMatch.split(',').some((one) => weakly(one.trim()) === weakly(etag))
const weakly = (etag: string) => etag.replace(/^W\//, '')
