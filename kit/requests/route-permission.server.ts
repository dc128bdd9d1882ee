import type { ActionFunction, LoaderFunction, LoaderFunctionArgs } from 'react-router'
import { requirePermission, type Permission } from '#shop/permissions.ts'
import { actorContext } from './request-contexts.ts'

type Handler = { loader?: LoaderFunction; action?: ActionFunction }

/** Throws PermissionDenied before the loader or action of a route runs. */
export function withRoutePermission(
  permission: Permission | undefined,
  { loader, action }: Handler,
): Handler {
  const check = ({ context }: Pick<LoaderFunctionArgs, 'context'>) => {
    if (permission) requirePermission(context.get(actorContext), permission)
  }
  return {
    ...(loader && {
      loader: (args) => {
        check(args)
        return loader(args)
      },
    }),
    ...(action && {
      action: (args) => {
        check(args)
        return action(args)
      },
    }),
  }
}
