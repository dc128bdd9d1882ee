import type { ComponentType } from 'react'
import type { Permission } from '#shop/permissions.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'

export type PageModule = {
  default: ComponentType
  head?: (args: HeadArgs<never>) => Head
  /** Code that a first page loads later (deferred-module.tsx), and a later page has ready. */
  loadDeferred?: () => Promise<void>
  failureMessage?: FailureMessage
}
/** The message for a form that the shop could not handle, in the words of its action. */
export type FailureMessage = (form: FormData) => string

export type Access = 'public' | 'customer' | 'admin'

type PageRoute = {
  id: string
  path: string
  /** Checked before a loader or action runs. */
  access: Access
  /** The administrator needs this permission; checked before a loader or action runs. */
  permission?: Permission
  /** A test compares it with `app/route-handlers.server.ts`. */
  loader?: true
  /** Forms contain files: a larger body limit, and the body is read only after the access check. */
  uploads?: true
}

export type RouteDefinition = PageRoute &
  (
    | { action?: never; pageModule: () => Promise<PageModule> }
    /** A page with forms. A test compares it with `app/route-handlers.server.ts`. */
    | { action: true; pageModule: () => Promise<PageModule & { failureMessage: FailureMessage }> }
  )
