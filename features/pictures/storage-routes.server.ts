import { Hono } from 'hono'
import { apiErrorMessages } from '#shop/messages/api-error-messages.ts'
import { pictureKeyFromUrl, PUBLIC_PICTURE_PATH } from '#shop/picture-key.ts'
import { createSharePicture } from './share-picture.server.ts'
import type { StoredPicture } from '#platform/picture-store/picture-store.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { CROSS_ORIGIN_HEADERS } from '#platform/http/security-headers.ts'

/** Keys contain the upload time, and their bytes never change. */
const IMMUTABLE_CACHE_CONTROL = 'public, max-age=31536000, immutable'
const SANDBOX_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  ...CROSS_ORIGIN_HEADERS,
}

/** Serves one picture by its exact key; no lists, no writes. */
export function storageRoutes({ pictures, log }: Pick<ShopDependencies, 'pictures' | 'log'>): Hono {
  const app = new Hono()
  app.get(`${PUBLIC_PICTURE_PATH}*`, async ({ req }) => {
    const key = pictureKeyFromUrl(decoded(new URL(req.url).pathname))
    const picture = key && ((await pictures.read(key)) ?? (await createSharePicture({ pictures, log }, key)))
    if (!picture) return notFound()
    const headers = headersOf(picture)
    if (isNotModified(picture, req.raw.headers)) return new Response(null, { status: 304, headers })
    headers.set('content-length', String(picture.size))
    return new Response(req.method === 'HEAD' ? null : await picture.bytes(), { headers })
  })
  app.all(`${PUBLIC_PICTURE_PATH}*`, () =>
    textResponse(405, apiErrorMessages.picturesAreOnlyRead, { allow: 'GET, HEAD' }),
  )
  return app
}

/** Decodes once: text that is still encoded afterwards is not a key. */
function decoded(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}

function headersOf({ contentType, etag, lastModified }: StoredPicture) {
  return new Headers({
    ...SANDBOX_HEADERS,
    'content-type': contentType,
    'cache-control': IMMUTABLE_CACHE_CONTROL,
    etag,
    'last-modified': lastModified.toUTCString(),
  })
}

function isNotModified({ etag, lastModified }: StoredPicture, requestHeaders: Headers) {
  const tags = requestHeaders.get('if-none-match')
  if (tags !== null)
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  const since = Date.parse(requestHeaders.get('if-modified-since') ?? '')
  return since >= Math.floor(lastModified.getTime() / 1000) * 1000
}

const notFound = () => textResponse(404, apiErrorMessages.noSuchPicture, { 'cache-control': 'no-cache' })

const textResponse = (status: number, text: string, headers: Record<string, string>) =>
  new Response(text, {
    status,
    headers: { ...SANDBOX_HEADERS, 'content-type': 'text/plain; charset=utf-8', ...headers },
  })
