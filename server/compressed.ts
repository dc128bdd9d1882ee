import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** While somebody waits: the best takes many times as long for a tenth fewer bytes. */
const BROTLI = { quick: 5, best: 11 } as const
const GZIP = { quick: 6, best: 9 } as const
const SMALLEST_WORTH_PACKING = 1024
/** So many kinds of browsers are remembered with what they can read. */
const REMEMBERED_BROWSERS = 500

export type Coding = 'br' | 'gzip' | 'plain'
const codings = new Map<string, Coding>()

/** The smallest coding for so many bytes that a browser says it can read. */
export function codingFor(accepted: string | null | undefined, length: number): Coding {
  if (!accepted || length < SMALLEST_WORTH_PACKING) return 'plain'
  const known = codings.get(accepted)
  if (known) return known
  const coding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'plain'
  if (codings.size >= REMEMBERED_BROWSERS) codings.clear()
  codings.set(accepted, coding)
  return coding
}

/** Packed beside whatever else the server does. */
export async function pack(bytes: Buffer, coding: Coding, quality: 'quick' | 'best'): Promise<Buffer> {
  if (coding === 'plain') return bytes
  if (coding === 'gzip') return zip(bytes, { level: GZIP[quality] })
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI[quality] } })
}

/** The body as small as the browser can read it, with the headers that say so. */
export async function compressed(request: Request, body: string, headers: Headers): Promise<Uint8Array<ArrayBuffer>> {
  headers.append('vary', 'accept-encoding')
  const bytes = Buffer.from(body)
  const coding = codingFor(request.headers.get('accept-encoding'), bytes.length)
  if (coding !== 'plain') headers.set('content-encoding', coding)
  return new Uint8Array(await pack(bytes, coding, 'quick'))
}
