import type { Actor } from '#shop/permissions.ts'
import type { RouteDefinition } from '#kit/routing/route-definition.ts'

export const SECOND_FACTOR_SETUP_PATH = '/admin/account?notice=second-factor-needed'

/** Whether the page is closed to an owner without a second factor: all pages except the one that sets it up. */
export const waitsForSecondFactor = ({ id, access }: RouteDefinition, actor: Actor): boolean =>
  access === 'admin' && id !== 'admin-account' && actor.kind === 'admin' && actor.role === 'owner'
