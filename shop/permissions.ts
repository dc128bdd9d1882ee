/** The kind decides the database role. */
export type Actor =
  | { kind: 'visitor'; userId: null }
  | { kind: 'customer'; userId: string; email: string }
  | { kind: 'admin'; userId: string; email: string }
type ActorKind = Actor['kind']
export type Customer = Extract<Actor, { kind: 'customer' }>
export type Admin = Extract<Actor, { kind: 'admin' }>

export const visitor: Actor = { kind: 'visitor', userId: null }

/** The compiler demands a row for each permission. */
const PERMISSIONS = {
  'catalogue.browse': ['visitor', 'customer', 'admin'],
  'cart.keep': ['visitor', 'customer', 'admin'],
  'enquiries.send': ['visitor', 'customer', 'admin'],
  'accounts.register': ['visitor', 'customer', 'admin'],
  'stock.request-alert': ['visitor', 'customer'],
  'checkout.place-order': ['customer'],
  'profile.read-own': ['customer', 'admin'],
  'profile.edit-own': ['customer', 'admin'],
  'profile.keep-avoided-allergens': ['customer'],
  'account.change-own-password': ['customer', 'admin'],
  'account.second-factor': ['admin'],
  'orders.read-own': ['customer'],
  'orders.cancel-own': ['customer'],
  'catalogue.read-all': ['admin'],
  'catalogue.edit': ['admin'],
  'search-words.read': ['admin'],
  'search-words.edit': ['admin'],
  'stock.adjust': ['admin'],
  'stock.read-history': ['admin'],
  'orders.read-all': ['admin'],
  'orders.move': ['admin'],
  'orders.edit': ['admin'],
  'orders.note': ['admin'],
  'orders.cancel-any': ['admin'],
  'orders.record-payment': ['admin'],
  'orders.refund': ['admin'],
  'dashboard.read': ['admin'],
  'mail.send-again': ['admin'],
  'mail.send-test': ['admin'],
  'audit.read': ['admin'],
  'settings.read': ['admin'],
  'settings.edit': ['admin'],
} as const satisfies Record<string, readonly ActorKind[]>
export type Permission = keyof typeof PERMISSIONS
type Holder<Wanted extends Permission> = Extract<Actor, { kind: (typeof PERMISSIONS)[Wanted][number] }>

const hasPermission = (actor: Actor, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly ActorKind[]).includes(actor.kind)

/** Route guards check first, so this is a bug or an attack. */
export class PermissionDenied extends Error {
  readonly permission: Permission

  constructor(actor: Actor, permission: Permission) {
    super(`A ${actor.kind} may not do '${permission}'.`)
    this.name = 'PermissionDenied'
    this.permission = permission
  }
}

/** First line of each use case: throws {@link PermissionDenied} if the actor lacks the permission. */
export function requirePermission<Wanted extends Permission>(
  actor: Actor,
  permission: Wanted,
): asserts actor is Holder<Wanted> {
  if (!hasPermission(actor, permission)) throw new PermissionDenied(actor, permission)
}
