import { describe, expect, test } from 'vitest'
import { PermissionDenied, PERMISSION_NAMES, requirePermission, roleHasPermission } from './permissions.ts'

const allowed = (role: Parameters<typeof roleHasPermission>[0]) =>
  PERMISSION_NAMES.filter((permission) => roleHasPermission(role, permission)).toSorted()

const OWN_ACCOUNT = [
  'account.change-own-password',
  'account.second-factor',
  'profile.edit-own',
  'profile.read-own',
]
const EVERYBODY = ['accounts.register', 'cart.keep', 'catalogue.browse', 'enquiries.send']

describe('PEOPLE-2 Permissions of a role', () => {
  test('PERMISSION-2 a packer reads, moves and notes orders, and nothing else of the back-office', () => {
    expect(allowed('packer')).toEqual(
      [...EVERYBODY, ...OWN_ACCOUNT, 'orders.move', 'orders.note', 'orders.read-all'].toSorted(),
    )
  })

  test('a manager has every permission of an owner except those of settings', () => {
    const missing = allowed('owner').filter((permission) => !roleHasPermission('manager', permission))
    expect(missing).toEqual(['people.edit', 'people.read', 'settings.edit', 'settings.read'])
    expect(allowed('manager').filter((permission) => !roleHasPermission('owner', permission))).toEqual([])
  })

  test('PERMISSION-9 customers and visitors have none that only administrators have', () => {
    expect(allowed('visitor')).toEqual([...EVERYBODY, 'stock.request-alert'].toSorted())
    expect(allowed('customer').filter((permission) => roleHasPermission('owner', permission))).toEqual(
      [...EVERYBODY, 'account.change-own-password', 'profile.edit-own', 'profile.read-own'].toSorted(),
    )
  })

  test('the refusal names the role', () => {
    const packer = { kind: 'admin', role: 'packer', userId: '1', email: 'packer@shop.example' } as const
    expect(() => requirePermission(packer, 'audit.read')).toThrow(PermissionDenied)
    expect(() => requirePermission(packer, 'audit.read')).toThrow(`A packer may not do 'audit.read'.`)
    expect(() => requirePermission(packer, 'orders.move')).not.toThrow()
  })
})
