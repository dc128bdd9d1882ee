import { emailForm } from '#shop/accounts/forms/account-forms.ts'

export const USAGE = `Usage:
  npm run admin -- add <email>      makes an administrator, or of a customer one
  npm run admin -- remove <email>   takes the role away; the account goes on shopping
  npm run admin -- list             who may enter the back-office`

export type AdminCommand = { command: 'add' | 'remove'; email: string } | { command: 'list' }

export function parseArguments([command, ...rest]: readonly string[]): AdminCommand | { problem: string } {
  switch (command) {
    case 'list':
      return rest.length === 0 ? { command } : { problem: `'list' takes nothing more.` }
    case 'add':
    case 'remove': {
      if (rest.length !== 1) return { problem: `'${command}' takes one e-mail address.` }
      const form = emailForm.safeParse({ email: rest[0] })
      return form.success
        ? { command, email: form.data.email }
        : { problem: `'${rest[0]}' is no e-mail address.` }
    }
    default:
      return { problem: command ? `There is no '${command}'.` : 'Say what to do.' }
  }
}
