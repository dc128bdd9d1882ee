import { ADMINISTRATOR_ROLES, type AdministratorRole } from '#shop/administrator-role.ts'
import { emailForm } from '#features/accounts/forms/account-forms.ts'

export const USAGE = `Usage:
  npm run admin -- add <email> [--role owner|manager|packer]
                                    makes an administrator, or of a customer one; without a role an owner
  npm run admin -- remove <email>   takes the role away; the account goes on shopping
  npm run admin -- list             who may enter the back-office`

export type AdminCommand =
  | { command: 'add'; email: string; role: AdministratorRole }
  | { command: 'remove'; email: string }
  | { command: 'list' }

export function parseArguments([command, ...rest]: readonly string[]): AdminCommand | { problem: string } {
  switch (command) {
    case 'list':
      return rest.length === 0 ? { command } : { problem: `'list' takes nothing more.` }
    case 'add':
      return parseAddition(rest)
    case 'remove':
      return rest.length === 1
        ? withEmail(rest[0]!, (email) => ({ command, email }))
        : { problem: `'${command}' takes one e-mail address.` }
    default:
      return { problem: command ? `There is no '${command}'.` : 'Say what to do.' }
  }
}

function parseAddition(given: readonly string[]): AdminCommand | { problem: string } {
  const flag = given.indexOf('--role')
  const name = flag === -1 ? 'owner' : given[flag + 1]
  const addresses = flag === -1 ? given : given.toSpliced(flag, 2)
  const role = ADMINISTRATOR_ROLES.find((known) => known === name)
  if (!role) return { problem: `'--role' takes one of: ${ADMINISTRATOR_ROLES.join(', ')}.` }
  if (addresses.length !== 1) return { problem: `'add' takes one e-mail address.` }
  return withEmail(addresses[0]!, (email) => ({ command: 'add', email, role }))
}

function withEmail(
  address: string,
  toCommand: (email: string) => AdminCommand,
): AdminCommand | { problem: string } {
  const form = emailForm.safeParse({ email: address })
  return form.success ? toCommand(form.data.email) : { problem: `'${address}' is no e-mail address.` }
}
