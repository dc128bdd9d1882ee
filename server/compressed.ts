import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Pages are packed while somebody waits: a better quality takes many times as long for a tenth fewer bytes. */
const BROTLI_QUALITY = 5
const SMALLEST_WORTH_PACKING = 1024

/** The body as small as the browser can read it, with the headers that say so. */
export async function compressed(request: Request, body: string, headers: Headers): Promise<string | Uint8Array<ArrayBuffer>> {
  headers.append('vary', 'accept-encoding')
  if (body.length < SMALLEST_WORTH_PACKING) return body
  const accepted = request.headers.get('accept-encoding') ?? ''
  if (/\bbr\b/.test(accepted)) {
    headers.set('content-encoding', 'br')
    return new Uint8Array(await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }))
  }
  if (!/\bgzip\b/.test(accepted)) return body
  headers.set('content-encoding', 'gzip')
  return new Uint8Array(await zip(body))
}
