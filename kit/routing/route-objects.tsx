import type { ComponentType } from 'react'
import {
  Outlet,
  ScrollRestoration,
  type ActionFunction,
  type LoaderFunction,
  type RouteObject,
} from 'react-router'
import { shouldRevalidateAfterAction } from '#kit/page-data/data-strategy.ts'
import type { RouteDefinition, PageModule } from './route-definition.ts'
import { DocumentHead } from '#kit/document-head/document-head.tsx'
import { PageFocus } from './page-focus.tsx'
import { PageUserTracker } from '#kit/actions/page-user.tsx'
import { waitForRouteStylesheets } from './route-stylesheets.ts'

export type RouteHandlers = Record<string, { loader?: LoaderFunction; action?: ActionFunction }>

/**
 * React Router calls the data strategy only for routes with a loader; the real one runs on the server. Pages
 * without data have it too, because the response says whether the build or a setting has changed.
 */
const serverLoaderPlaceholder: LoaderFunction = () => null

export type Area = {
  id: string
  Layout: ComponentType
  ErrorPage: ComponentType
  entries: readonly RouteDefinition[]
}

const withDocumentHead = (Content: ComponentType) => () => (
  <>
    <Content />
    <DocumentHead />
  </>
)

export function routeObjects(
  area: Area,
  pageModules: Map<string, PageModule>,
  handlers?: RouteHandlers,
): RouteObject[] {
  const load = async (entry: RouteDefinition) => {
    const [pageModule] = await Promise.all([
      entry.pageModule(),
      !import.meta.env.SSR && waitForRouteStylesheets(),
    ])
    if (!import.meta.env.SSR) await pageModule.loadDeferred?.()
    pageModules.set(entry.id, pageModule)
    return pageModule.default
  }
  const AreaLayout = () => (
    <>
      <area.Layout />
      <PageUserTracker />
      <PageFocus />
      <ScrollRestoration />
    </>
  )
  const pageRoute = (entry: RouteDefinition): RouteObject => {
    const pageModule = pageModules.get(entry.id)
    const server = handlers?.[entry.id]
    return {
      id: entry.id,
      path: entry.path,
      loader: server?.loader ?? serverLoaderPlaceholder,
      shouldRevalidate: shouldRevalidateAfterAction,
      ...(entry.action && { action: server?.action ?? serverLoaderPlaceholder }),
      ...(pageModule ? { Component: pageModule.default } : { lazy: { Component: () => load(entry) } }),
    }
  }
  // Inside the layout, so that header and footer stay if a page fails.
  const pagesRoute = {
    id: `${area.id}-pages`,
    Component: withDocumentHead(Outlet),
    ErrorBoundary: withDocumentHead(area.ErrorPage),
    children: area.entries.map(pageRoute),
  }
  // Without the layout, which would throw its own error again.
  const ErrorBoundary = withDocumentHead(() => (
    <main>
      <area.ErrorPage />
    </main>
  ))
  return [{ id: area.id, Component: AreaLayout, ErrorBoundary, children: [pagesRoute] }]
}
