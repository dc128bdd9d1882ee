import { createContext, useContext } from 'react'
import type { AdministratorRole } from '#shop/accounts/administrators/administrator-role.ts'

/** Null outside the back-office. */
const AdminRoleContext = createContext<AdministratorRole | null>(null)
export const AdminRoleProvider = AdminRoleContext.Provider
export const useAdminRole = (): AdministratorRole | null => useContext(AdminRoleContext)
