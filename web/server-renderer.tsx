import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type RouteObject,
  type RouterContextProvider,
  type StaticHandlerContext,
} from 'react-router'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { setCartLimits } from '#shop/settings/cart-limits.ts'
import type { CartLimits } from '#shop/settings/order-limits.ts'
import { adminArea, adminDoorArea } from './admin-areas.ts'
import { IdentityProvider } from './client/contexts/shop-identity-context.tsx'
import { headOf, headOfFailure } from './client/document-head/resolve-head.ts'
import type { Head } from './client/document-head/head.ts'
import { routeObjects, type Handlers } from './client/routing/route-objects.tsx'
import { SiteProvider } from './client/contexts/site-context.tsx'
import type { ScreenModule } from './client/routing/route-definition.ts'
import { allRoutes } from './all-routes.ts'
import { shopArea } from './shop-area.ts'

export type AreaId = 'shop' | 'admin-door' | 'admin'
export type Rendered = { area: AreaId; html: string; head: Head }
export type Renderer = Awaited<ReturnType<typeof createRenderer>>

/** The router copies every route that it is given for each page; those that are shown are enough. */
const shownRoutes = ({ matches }: StaticHandlerContext): RouteObject[] =>
  matches.reduceRight<RouteObject[]>((children, { route }) => [{ ...route, ...(children.length > 0 && { children }) } as RouteObject], [])

/** The server's half of the kernel: runs a page's loaders and renders it. Built by Vite, because it holds JSX. */
export async function createRenderer(handlers: Handlers, site: { identity: ShopIdentity; publicUrl: string; limits: CartLimits }) {
  setCartLimits(site.limits)
  const screens = new Map<string, ScreenModule>()
  await Promise.all(allRoutes.map(async (entry) => screens.set(entry.id, await entry.screen())))
  const areas = [shopArea, adminDoorArea, adminArea]
  const handler = createStaticHandler(areas.flatMap((area) => routeObjects(area, screens, handlers)))

  return {
    /** Runs, for a submit, the action, and then the loaders if they are wanted; a Response is a redirect. */
    query: (request: Request, requestContext: RouterContextProvider, wantsData = () => true) =>
      handler.query(request, { requestContext, filterMatchesToLoad: wantsData }),

    render(context: StaticHandlerContext): Rendered {
      const last = context.matches.at(-1)
      const match = last && { id: last.route.id!, data: context.loaderData?.[last.route.id!], params: last.params }
      const { errors, location } = context
      const head = errors ? headOfFailure(errors, site) : headOf(screens, match, location, site)
      const html = renderToString(
        <IdentityProvider value={site.identity}>
          <SiteProvider value={{ publicUrl: site.publicUrl, screens }}>
            <StaticRouterProvider
              router={createStaticRouter(shownRoutes(context), context)}
              context={context}
              hydrate={false}
            />
          </SiteProvider>
        </IdentityProvider>,
      )
      return { area: (context.matches[0]?.route.id ?? 'shop') as AreaId, html, head }
    },
  }
}
