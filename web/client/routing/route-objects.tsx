import type { ComponentType } from 'react'
import { ScrollRestoration, type ActionFunction, type LoaderFunction, type RouteObject } from 'react-router'
import { askAnew } from '#web/client/page-data/data-strategy.ts'
import type { RouteEntry, ScreenModule } from './route-definition.ts'
import { DocumentHead } from '#web/client/document-head/document-head.tsx'
import { PageFocus } from './page-focus.tsx'
import { PageOwner } from '#web/forms/page-user.tsx'
import { partSheetsHaveCome } from './route-stylesheets.ts'

export type Handlers = Record<string, { loader?: LoaderFunction; action?: ActionFunction }>

/** The browser's router wants to see a loader before it asks the data strategy; the server has the real one. */
const answeredByServer: LoaderFunction = () => null

export type Area = {
  id: string
  Layout: ComponentType
  ErrorPage: ComponentType
  entries: readonly RouteEntry[]
}

/** One area of the site as the router's route objects: a layout around its screens, already loaded ones bound at once. */
export function routeObjects(area: Area, screens: Map<string, ScreenModule>, handlers?: Handlers): RouteObject[] {
  const load = async (entry: RouteEntry) => {
    const [screen] = await Promise.all([entry.screen(), !import.meta.env.SSR && partSheetsHaveCome()])
    screens.set(entry.id, screen)
    return screen.default
  }
  const Frame = () => (
    <>
      <area.Layout />
      <DocumentHead />
      <PageOwner />
      <PageFocus />
      <ScrollRestoration />
    </>
  )
  const screenRoute = (entry: RouteEntry): RouteObject => {
    const screen = screens.get(entry.id)
    const server = handlers?.[entry.id]
    return {
      id: entry.id,
      path: entry.path,
      ...(entry.loader && { loader: server?.loader ?? answeredByServer, shouldRevalidate: askAnew }),
      ...(entry.action && { action: server?.action ?? answeredByServer }),
      ...(screen ? { Component: screen.default } : { lazy: { Component: () => load(entry) } }),
    }
  }
  // The error page stands inside the layout, so that header and footer stay when a screen fails.
  const inside = { id: `${area.id}-screens`, ErrorBoundary: area.ErrorPage, children: area.entries.map(screenRoute) }
  return [{ id: area.id, Component: Frame, children: [inside] }]
}
