import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROUTES = join(import.meta.dirname, '..', 'web/routes.ts')
const ENTRY = /\bid: '([^']+)'[^}]*?import\('\.\/([^']+)'\)/g

/** Which file each route's screen is in, by route id: read from the route table, whose functions cannot be asked. */
export async function screenSources(): Promise<Map<string, string>> {
  const table = await readFile(ROUTES, 'utf8')
  return new Map([...table.matchAll(ENTRY)].map(([, routeId, file]) => [routeId!, `web/${file}`]))
}
