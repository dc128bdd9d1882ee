import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { CROSS_ORIGIN_HEADERS } from '#platform/http/security-headers.ts'

export type Asset = {
  type: string
  etag: string
  immutable: boolean
  plain: Buffer
  br?: Buffer
  gzip?: Buffer
}
type ManifestChunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }

export type Stylesheet = { href: string; styles: string }
export type Assets = Awaited<ReturnType<typeof loadAssets>>

const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
export const HASHED_ASSETS_PREFIX = '/assets/'
const YEAR_SECONDS = 31_536_000

/** Files in `overrideFolder` replace those of the same name, such as the icons of a shop with another name. */
export async function loadAssets(folder: string, overrideFolder: () => string | undefined = () => undefined) {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
  const files = new Map<string, Asset>()
  for (const name of names) {
    const type = CONTENT_TYPES[extname(name)]
    if (!type) continue
    const read = (suffix: string) =>
      names.includes(name + suffix) ? readFile(join(folder, name + suffix)) : undefined
    const [plain, br, gzip] = await Promise.all([readFile(join(folder, name)), read('.br'), read('.gz')])
    const etag = etagOf(plain)
    // Only names with a digest are immutable; 'apple-touch-icon.png' is not.
    const immutable = name.startsWith('assets/') || /-[0-9a-f]{10}\.\w+$/.test(name)
    files.set(`/${name}`, { type, etag, immutable, plain, ...(br && { br }), ...(gzip && { gzip }) })
  }

  const chunk = (source: string) => {
    const result = manifest[source]
    if (!result) throw new Error(`The build has no ${source}. Remove the folder dist and start again.`)
    return result
  }
  function scriptsOf(sources: string[]): string[] {
    const result = new Set<string>()
    const visit = (source: string) => {
      const { file, imports = [] } = chunk(source)
      if (result.has(`/${file}`)) return
      result.add(`/${file}`)
      imports.forEach(visit)
    }
    sources.forEach(visit)
    return [...result]
  }

  return {
    /** Build ID; a browser with another one reloads the page. */
    build: createHash('sha256').update(JSON.stringify(manifest)).digest('base64url').slice(0, 12),
    entry(source: string) {
      const { css = [] } = chunk(source)
      return {
        scripts: scriptsOf([source]),
        styles: css.map((name) => files.get(`/${name}`)!.plain.toString()).join(''),
      }
    },
    stylesheet(source: string): Stylesheet {
      const href = `/${chunk(source).file}`
      return { href, styles: files.get(href)!.plain.toString() }
    },
    routeScripts: (sources: ReadonlyMap<string, string>) =>
      new Map([...sources].map(([routeId, source]) => [routeId, scriptsOf([source])])),
    /** Files whose names contain a digest of their content, so that builds cannot disagree about them. */
    hashedFiles: () => [...files].filter(([path]) => path.startsWith(HASHED_ASSETS_PREFIX)),
    answer: (request: Request, path: string) =>
      answerAsset(files.get(`${overrideFolder() ?? ''}${path}`) ?? files.get(path), request),
  }
}

export const etagOf = (plain: Buffer) =>
  `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`

export function answerAsset(asset: Asset | undefined, request: Request): Response | undefined {
  if (!asset) return undefined
  const headers = new Headers({
    'content-type': asset.type,
    'cache-control': asset.immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=3600',
    etag: asset.etag,
    'x-content-type-options': 'nosniff',
    ...(asset.type.startsWith('image/') && CROSS_ORIGIN_HEADERS),
    ...(asset.br && { vary: 'accept-encoding' }),
  })
  if (request.headers.get('if-none-match') === asset.etag) return new Response(null, { status: 304, headers })
  const accepted = request.headers.get('accept-encoding') ?? ''
  const encoding =
    asset.br && /\bbr\b/.test(accepted) ? 'br' : asset.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  if (encoding) headers.set('content-encoding', encoding)
  const body = encoding === 'br' ? asset.br! : encoding === 'gzip' ? asset.gzip! : asset.plain
  return new Response(new Uint8Array(body), { headers })
}
