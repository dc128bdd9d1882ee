import type { ComponentType } from 'react'
import type { Permission } from '#shop/permissions.ts'
import type { MENU_ICONS } from '#kit/admin/screen/admin-icons.tsx'
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

/** In the menu of the back-office: first the entries of the specification in its order, then the others. */
export type MenuEntry = {
  label: string
  icon: keyof typeof MENU_ICONS
  group: 1 | 2
  /** Other screens that belong to this entry. */
  otherPaths?: readonly string[]
}

type PageRoute = {
  id: string
  path: string
  /** Checked before a loader or action runs. */
  access: Access
  /** The administrator needs this permission; checked before a loader or action runs. */
  permission?: Permission
  menu?: MenuEntry
  /** The module beside the page, `x-page.server.ts`, exports a loader; a start with another one fails. */
  loader?: true
  /** Forms contain files: a larger body limit, and the body is read only after the access check. */
  uploads?: true
}

export type RouteDefinition = PageRoute &
  (
    | { action?: never; pageModule: () => Promise<PageModule> }
    /** A page with forms; its `.server.ts` exports an action. */
    | { action: true; pageModule: () => Promise<PageModule & { failureMessage: FailureMessage }> }
  )
