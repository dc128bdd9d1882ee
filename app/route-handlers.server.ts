import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ActionFunction, LoaderFunction } from 'react-router'
import { rejectFormsOfOtherUsers } from '#kit/requests/form-user-check.server.ts'
import { withRoutePermission } from '#kit/requests/route-permission.server.ts'
import { allRoutes } from './all-routes.ts'
import { readRouteSources } from './pages/route-chunks.ts'

type Handlers = { loader?: LoaderFunction; action?: ActionFunction }
const ROOT = join(import.meta.dirname, '..')

/** By route ID. A route that loads or acts has its handlers beside its page: `orders-page.server.ts` for `orders-page.tsx`. */
export async function loadRouteHandlers(): Promise<Record<string, Handlers>> {
  const sources = await readRouteSources()
  const entries = allRoutes.map(async ({ id, loader, action, permission }) => {
    const handlers = loader || action ? await importHandlers(sources.get(id)!) : {}
    if (Boolean(handlers.loader) !== Boolean(loader) || Boolean(handlers.action) !== Boolean(action))
      throw new Error(`The handlers of the route ${id} differ from its entry in the table of routes.`)
    return [id, withRoutePermission(permission, rejectFormsOfOtherUsers(handlers))] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const importHandlers = (page: string): Promise<Handlers> =>
  import(pathToFileURL(join(ROOT, page.replace(/\.tsx$/, '.server.ts'))).href)
