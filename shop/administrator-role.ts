/** Owners may do everything, managers everything except people and settings; packers only send orders and see no amounts of money. */
export const ADMINISTRATOR_ROLES = ['owner', 'manager', 'packer'] as const
export type AdministratorRole = (typeof ADMINISTRATOR_ROLES)[number]
