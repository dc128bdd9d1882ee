import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type RouteObject,
  type RouterContextProvider,
  type StaticHandlerContext,
} from 'react-router'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { setCartLimits } from '#shop/cart-limits.ts'
import type { CartLimits } from '#shop/order-limits.ts'
import { adminArea, adminSignInArea } from './admin-areas.ts'
import { ShopIdentityProvider } from '#kit/contexts/shop-identity-context.tsx'
import { resolveHead, resolveErrorHead } from '#kit/document-head/resolve-head.ts'
import type { Head } from '#kit/document-head/head.ts'
import { routeObjects, type RouteHandlers } from '#kit/routing/route-objects.tsx'
import { SiteProvider } from '#kit/contexts/site-context.tsx'
import type { PageModule } from '#kit/routing/route-definition.ts'
import { allRoutes } from './all-routes.ts'
import { shopArea } from './shop-area.ts'

export type AreaId = 'shop' | 'admin-sign-in' | 'admin'
export type RenderedPage = { area: AreaId; html: string; head: Head }
export type Renderer = Awaited<ReturnType<typeof createRenderer>>

/** The static router copies all given routes on every render. */
const matchedRoutes = ({ matches }: StaticHandlerContext): RouteObject[] =>
  matches.reduceRight<RouteObject[]>(
    (children, { route }) => [{ ...route, ...(children.length > 0 && { children }) } as RouteObject],
    [],
  )

export async function createRenderer(
  handlers: RouteHandlers,
  {
    publicUrl,
    settings,
  }: { publicUrl: string; settings: () => { identity: ShopIdentity; limits: CartLimits } },
) {
  const pageModules = new Map<string, PageModule>()
  await Promise.all(allRoutes.map(async (entry) => pageModules.set(entry.id, await entry.pageModule())))
  const areas = [shopArea, adminSignInArea, adminArea]
  /** One handler per route, because a shared one would try most patterns for each page. */
  const staticHandlers = new Map(
    areas.flatMap((area) =>
      area.entries.map((entry) => [
        entry.id,
        createStaticHandler(routeObjects({ ...area, entries: [entry] }, pageModules, handlers)),
      ]),
    ),
  )

  return {
    /** Runs the action of the matched route, then its loaders if `shouldLoadData` returns true; a Response is a redirect. */
    query: (
      routeId: string,
      request: Request,
      requestContext: RouterContextProvider,
      shouldLoadData = () => true,
    ) => staticHandlers.get(routeId)!.query(request, { requestContext, filterMatchesToLoad: shouldLoadData }),

    render(context: StaticHandlerContext, adminRole: AdministratorRole | null): RenderedPage {
      const { identity, limits } = settings()
      setCartLimits(limits)
      const site = { identity, publicUrl }
      const last = context.matches.at(-1)
      const match = last && {
        id: last.route.id,
        data: context.loaderData[last.route.id],
        params: last.params,
      }
      const { errors, location } = context
      const head = errors
        ? resolveErrorHead(Object.values(errors), site)
        : resolveHead(pageModules, match, location, site)
      const html = renderToString(
        <ShopIdentityProvider value={identity}>
          <SiteProvider value={{ publicUrl, pageModules, adminRole }}>
            <StaticRouterProvider
              router={createStaticRouter(matchedRoutes(context), context)}
              context={context}
              hydrate={false}
            />
          </SiteProvider>
        </ShopIdentityProvider>,
      )
      return { area: (context.matches[0]?.route.id ?? 'shop') as AreaId, html, head }
    },
  }
}
