import { Hono } from 'hono'
import { serviceAnswers } from '#shop/messages/api-error-messages.ts'
import { keyOfPictureUrl, PUBLIC_PICTURE_PATH } from '#shop/media/picture-key.ts'
import { makeSharedPicture } from '#shop/media/share-picture.server.ts'
import type { StoredPicture } from '#shop/media/picture-store.server.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { FOR_OTHER_SITES } from '#server/http/security-headers.ts'

/** A key carries the time of its upload and never gets other bytes, so nobody need ask for it twice (§7). */
const FOR_GOOD = 'public, max-age=31536000, immutable'
const HARMLESS = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox", ...FOR_OTHER_SITES }

/** The bucket `product-images` as the public sees it: one picture by its exact key, no lists, no writing. */
export function storageRoutes({ pictures, log }: Pick<Shop, 'pictures' | 'log'>): Hono {
  const app = new Hono()
  app.get(`${PUBLIC_PICTURE_PATH}*`, async ({ req }) => {
    const key = keyOfPictureUrl(decoded(new URL(req.url).pathname))
    const picture = key && ((await pictures.read(key)) ?? (await makeSharedPicture({ pictures, log }, key)))
    if (!picture) return notThere()
    const headers = headersOf(picture)
    if (isKnown(picture, req.raw.headers)) return new Response(null, { status: 304, headers })
    headers.set('content-length', String(picture.size))
    return new Response(req.method === 'HEAD' ? null : await picture.bytes(), { headers })
  })
  app.all(`${PUBLIC_PICTURE_PATH}*`, () => plain(405, serviceAnswers.picturesAreOnlyRead, { allow: 'GET, HEAD' }))
  return app
}

/** Once and not twice: what is still encoded afterwards is no key. */
function decoded(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}

function headersOf({ contentType, etag, lastModified }: StoredPicture) {
  return new Headers({
    ...HARMLESS,
    'content-type': contentType,
    'cache-control': FOR_GOOD,
    etag,
    'last-modified': lastModified.toUTCString(),
  })
}

function isKnown({ etag, lastModified }: StoredPicture, asked: Headers) {
  const tags = asked.get('if-none-match')
  if (tags !== null) return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  const since = Date.parse(asked.get('if-modified-since') ?? '')
  return since >= Math.floor(lastModified.getTime() / 1000) * 1000
}

const notThere = () => plain(404, serviceAnswers.noSuchPicture, { 'cache-control': 'no-cache' })

const plain = (status: number, text: string, headers: Record<string, string>) =>
  new Response(text, { status, headers: { ...HARMLESS, 'content-type': 'text/plain; charset=utf-8', ...headers } })
