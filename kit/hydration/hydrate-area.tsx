import { startTransition, useEffect } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { setCartLimits } from '#shop/cart-limits.ts'
import { ShopIdentityProvider } from '#kit/contexts/shop-identity-context.tsx'
import { SCRIPTS_FAILED } from '#kit/page-start/script-failure.ts'
import type { PageModule } from '#kit/routing/route-definition.ts'
import { createServerDataStrategy } from '#kit/page-data/data-strategy.ts'
import { HYDRATION_STATE_ID, type HydrationState } from '#kit/page-data/page-data.ts'
import { toHydrationErrors } from '#kit/page-data/page-errors.ts'
import { initialisePrefetch } from '#kit/page-data/prefetch-page.ts'
import { NOT_FOUND_PATH, NOT_FOUND_ROUTE } from '#kit/routing/not-found-route.ts'
import { tolerateTranslation } from './translated-texts.ts'
import { swapFonts } from './web-fonts.ts'
import { routeObjects, type Area } from '#kit/routing/route-objects.tsx'
import { SiteProvider } from '#kit/contexts/site-context.tsx'
import { supplyPopovers } from '#kit/popovers/popover.ts'

/** The page module is loaded first, so that the markup does not change. */
export async function hydrateArea(area: Area) {
  const hydrationState = JSON.parse(
    document.getElementById(HYDRATION_STATE_ID)!.textContent,
  ) as HydrationState
  setCartLimits(hydrationState.limits)
  const pageModules = new Map<string, PageModule>()
  const matchLocation = () =>
    new Set(matchRoutes(routeObjects(area, pageModules), location)?.map((match) => match.route.id))
  let matched = matchLocation()
  const isNotFound = NOT_FOUND_ROUTE in (hydrationState.loaderData ?? {})
  if (isNotFound && !matched.has(NOT_FOUND_ROUTE)) {
    // The router would match an address that has no page on the server, such as one with a control character.
    history.replaceState(null, '', NOT_FOUND_PATH)
    matched = matchLocation()
  }
  await Promise.all([
    supplyPopovers(),
    ...area.entries
      .filter((entry) => matched.has(entry.id))
      .map(async (entry) => pageModules.set(entry.id, await entry.pageModule())),
  ])
  const routes = routeObjects(area, pageModules)
  initialisePrefetch(routes, area.entries)
  const router = createBrowserRouter(routes, {
    dataStrategy: createServerDataStrategy(hydrationState, area.entries),
    hydrationData: {
      loaderData: hydrationState.loaderData ?? {},
      actionData: hydrationState.actionData ?? null,
      errors: toHydrationErrors(hydrationState.errors),
    },
  })
  void swapFonts()
  tolerateTranslation()
  const container = document.getElementById('root')!
  const serverPage = { location: router.state.location, html: container.innerHTML }
  let root: Root | undefined
  function handleError(error: unknown) {
    reportError(error)
    if (router.state.location !== serverPage.location) return
    // After React has shown the error: the server's page, which works without scripts, is better than an
    // error page.
    queueMicrotask(() => {
      router.dispose()
      root?.unmount()
      container.innerHTML = serverPage.html
      delete document.documentElement.dataset['scripts']
      dispatchEvent(new Event(SCRIPTS_FAILED))
    })
  }
  // A transition hydrates in slices, so that input is handled in between.
  startTransition(() => {
    root = hydrateRoot(
      container,
      <ShopIdentityProvider value={hydrationState.identity}>
        <SiteProvider value={{ ...hydrationState, pageModules }}>
          <RouterProvider
            router={router}
            onError={(error, { errorInfo }) => errorInfo && handleError(error)}
          />
          <HydrationMarker />
        </SiteProvider>
      </ShopIdentityProvider>,
      { onUncaughtError: handleError },
    )
  })
}

/** Last in the tree: when its effect runs, all event handlers are attached. */
function HydrationMarker() {
  useEffect(() => {
    document.documentElement.dataset['scripts'] = 'running'
  }, [])
  return null
}
