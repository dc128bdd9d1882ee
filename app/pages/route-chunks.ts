import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const TABLES = ['shop-routes.ts', 'admin-routes.ts'].map((name) => join(import.meta.dirname, '..', name))
const ENTRY = /\bid: '([^']+)'[^]*?import\('(#|\.\/)([^']+)'\)/g

/** Source files by route ID, parsed from the route tables because `import()` calls cannot be inspected. */
export async function readRouteSources(): Promise<Map<string, string>> {
  const tables = await Promise.all(TABLES.map((table) => readFile(table, 'utf8')))
  return new Map(
    [...tables.join('\n').matchAll(ENTRY)].map(([, routeId, from, file]) => [
      routeId!,
      from === '#' ? file! : `app/${file}`,
    ]),
  )
}
