import type { ComponentType } from 'react'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'

export type PageModule = { default: ComponentType; head?: (args: HeadArgs<never>) => Head }

export type Access = 'public' | 'customer' | 'admin'

export type RouteDefinition = {
  id: string
  path: string
  /** The server turns other users away before a loader or action runs. */
  access: Access
  /** Must agree with `web/route-handlers.server.ts`, which a test checks. */
  loader?: true
  action?: true
  /** Forms contain files: a larger body limit, and the body is read only after the access check. */
  uploads?: true
  pageModule: () => Promise<PageModule>
}
