import { ADMINISTRATOR_ROLES, type AdministratorRole } from './administrator-role.ts'

/** Kind and role decide the database role. */
export type Actor =
  | { kind: 'visitor'; userId: null }
  | { kind: 'customer'; userId: string; email: string }
  | { kind: 'admin'; role: AdministratorRole; userId: string; email: string }
type PermissionRole = 'visitor' | 'customer' | AdministratorRole
export type Customer = Extract<Actor, { kind: 'customer' }>
export type Admin = Extract<Actor, { kind: 'admin' }>

export const visitor: Actor = { kind: 'visitor', userId: null }

const MANAGERS = ['owner', 'manager'] as const satisfies readonly AdministratorRole[]

/** The compiler requires a row for each permission. */
const PERMISSIONS = {
  'catalogue.browse': ['visitor', 'customer', ...ADMINISTRATOR_ROLES],
  'cart.keep': ['visitor', 'customer', ...ADMINISTRATOR_ROLES],
  'enquiries.send': ['visitor', 'customer', ...ADMINISTRATOR_ROLES],
  'accounts.register': ['visitor', 'customer', ...ADMINISTRATOR_ROLES],
  'stock.request-alert': ['visitor', 'customer'],
  'checkout.place-order': ['customer'],
  'profile.read-own': ['customer', ...ADMINISTRATOR_ROLES],
  'profile.edit-own': ['customer', ...ADMINISTRATOR_ROLES],
  'profile.keep-avoided-allergens': ['customer'],
  'profile.export-own': ['customer'],
  'profile.erase-own': ['customer'],
  'account.change-own-password': ['customer', ...ADMINISTRATOR_ROLES],
  'account.second-factor': ADMINISTRATOR_ROLES,
  'orders.read-own': ['customer'],
  'orders.cancel-own': ['customer'],
  'catalogue.read-all': MANAGERS,
  'catalogue.edit': MANAGERS,
  'search-words.read': MANAGERS,
  'search-words.edit': MANAGERS,
  'stock.adjust': MANAGERS,
  'stock.read-history': MANAGERS,
  'stock.receive-deliveries': MANAGERS,
  'stock.recall': MANAGERS,
  'orders.read-all': ADMINISTRATOR_ROLES,
  'orders.read-amounts': MANAGERS,
  'orders.read-emails': MANAGERS,
  'orders.move': ADMINISTRATOR_ROLES,
  'orders.edit': MANAGERS,
  'orders.place-by-phone': MANAGERS,
  'orders.note': ADMINISTRATOR_ROLES,
  'orders.read-all-notes': MANAGERS,
  'orders.cancel-any': MANAGERS,
  'orders.record-payment': MANAGERS,
  'orders.refund': MANAGERS,
  'dashboard.read': MANAGERS,
  'figures.read': MANAGERS,
  'customers.read': MANAGERS,
  'customers.note': MANAGERS,
  'customers.export': MANAGERS,
  'customers.erase': MANAGERS,
  'mail.send-again': MANAGERS,
  'mail.send-test': MANAGERS,
  'audit.read': MANAGERS,
  'people.read': ['owner'],
  'people.edit': ['owner'],
  'settings.read': ['owner'],
  'settings.edit': ['owner'],
} as const satisfies Record<string, readonly PermissionRole[]>
export type Permission = keyof typeof PERMISSIONS
type RoleKind<Role extends PermissionRole> = Role extends AdministratorRole ? 'admin' : Role
type Holder<Wanted extends Permission> = Extract<
  Actor,
  { kind: RoleKind<(typeof PERMISSIONS)[Wanted][number]> }
>

const roleOf = (actor: Actor): PermissionRole => (actor.kind === 'admin' ? actor.role : actor.kind)

export const hasPermission = (actor: Actor, permission: Permission): boolean =>
  roleHasPermission(roleOf(actor), permission)

export const roleHasPermission = (role: PermissionRole, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly PermissionRole[]).includes(role)

/** Route guards check first, so this is a bug or an attack. */
export class PermissionDenied extends Error {
  readonly status = 403
  readonly permission: Permission

  constructor(actor: Actor, permission: Permission) {
    super(`A ${roleOf(actor)} may not do '${permission}'.`)
    this.name = 'PermissionDenied'
    this.permission = permission
  }
}

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[]

/** The first line of each use-case: throws {@link PermissionDenied} if the actor lacks the permission. */
export function requirePermission<Wanted extends Permission>(
  actor: Actor,
  permission: Wanted,
): asserts actor is Holder<Wanted> {
  if (!hasPermission(actor, permission)) throw new PermissionDenied(actor, permission)
}
