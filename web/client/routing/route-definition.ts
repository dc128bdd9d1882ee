import type { ComponentType } from 'react'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'

/** A screen's module: its component, and what it puts into the page's head. */
export type PageModule = {
  default: ComponentType
  head?: (args: HeadArgs<never>) => Head
}

export type Access = 'public' | 'customer' | 'admin'

export type RouteDefinition = {
  id: string
  path: string
  /** Who gets in: the server turns others away before a loader or an action runs. */
  access: Access
  /** Whether the server half has a loader or an action; `web/route-handlers.server.ts` must agree, and a test holds them together. */
  loader?: true
  action?: true
  /** Whether its forms carry a picture: their bodies may be larger, and are read only once who sends them may get in. */
  uploads?: true
  pageModule: () => Promise<PageModule>
}
