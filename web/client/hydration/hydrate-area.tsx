import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { setCartLimits } from '#shop/settings/cart-limits.ts'
import { IdentityProvider } from '#web/client/contexts/shop-identity-context.tsx'
import type { ScreenModule } from '#web/client/routing/route-definition.ts'
import { loadThroughServer } from '#web/client/page-data/data-strategy.ts'
import { PAGE_START_ID, type PageStart } from '#web/client/page-data/page-data.ts'
import { hydrationErrors } from '#web/client/page-data/page-errors.ts'
import { preparePrefetch } from '#web/client/page-data/prefetch-page.ts'
import { routeObjects, type Area } from '#web/client/routing/route-objects.tsx'
import { SiteProvider } from '#web/client/contexts/site-context.tsx'

/** The browser takes over the page that the server rendered: the screen in view is loaded first, so nothing flickers. */
export async function startBrowser(area: Area) {
  const start = JSON.parse(document.getElementById(PAGE_START_ID)!.textContent!) as PageStart
  setCartLimits(start.limits)
  const screens = new Map<string, ScreenModule>()
  const matched = new Set(matchRoutes(routeObjects(area, screens), location)?.map((match) => match.route.id))
  await Promise.all(
    area.entries
      .filter((entry) => matched.has(entry.id))
      .map(async (entry) => screens.set(entry.id, await entry.screen())),
  )
  const routes = routeObjects(area, screens)
  preparePrefetch(routes, area.entries)
  const router = createBrowserRouter(routes, {
    dataStrategy: loadThroughServer(start.build),
    hydrationData: {
      loaderData: start.loaderData ?? {},
      actionData: start.actionData ?? null,
      errors: hydrationErrors(start.errors),
    },
  })
  // In slices: a finger that comes meanwhile is answered between two of them.
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root')!,
      <IdentityProvider value={start.identity}>
        <SiteProvider value={{ publicUrl: start.publicUrl, screens }}>
          <RouterProvider router={router} />
          <TakenOver />
        </SiteProvider>
      </IdentityProvider>,
    )
  })
}

/** Last in the tree, so that its effect comes after all others: from here on every key and every press is heard. */
function TakenOver() {
  useEffect(() => {
    document.documentElement.dataset['scripts'] = 'running'
  }, [])
  return null
}
