/** An owner may do everything, a manager everything but people and settings, a packer only send orders, without amounts of money. */
export const ADMINISTRATOR_ROLES = ['owner', 'manager', 'packer'] as const
export type AdministratorRole = (typeof ADMINISTRATOR_ROLES)[number]
