import type { ShopIdentity } from '../identity.ts'
import { greeting } from './letter.ts'
import type { Letter } from './letter.ts'

type Account = { full_name: string; email: string; url: string }
type From = { identity: ShopIdentity }

/** Asks a new customer to show that the address is theirs. */
export function verifyEmailLetter({ full_name, email, url }: Account, { identity }: From): Letter {
  return {
    to: { name: full_name, address: email },
    subject: `Confirm your email address for ${identity.name}`,
    preview: 'One click, and your account is ready.',
    title: 'Confirm your email address',
    blocks: [
      { kind: 'paragraph', text: greeting(full_name) },
      {
        kind: 'paragraph',
        text: `Thank you for creating an account with ${identity.name}. Please confirm that this address is yours.`,
      },
      { kind: 'link', text: 'Confirm my address', url },
      {
        kind: 'paragraph',
        text:
          'The link works for one day. If you did not create an account, leave this message as it is: ' +
          'nothing happens without you.',
      },
    ],
  }
}

/** D8: tells the owner of an address, and nobody else, that somebody tried to register it again. */
export function alreadyRegisteredLetter({ full_name, email, url }: Account, { identity }: From): Letter {
  return {
    to: { name: full_name, address: email },
    subject: `You already have an account with ${identity.name}`,
    preview: 'Somebody tried to register with this address again.',
    title: 'You already have an account',
    blocks: [
      { kind: 'paragraph', text: greeting(full_name) },
      {
        kind: 'paragraph',
        text:
          `Somebody has just tried to create an account with ${identity.name} for this address, which has one already. ` +
          'If it was you, sign in with the password you chose then.',
      },
      { kind: 'link', text: 'Sign in', url },
      {
        kind: 'paragraph',
        text:
          'If it was not you, there is nothing to do: your account is unchanged, ' +
          'and whoever tried was not told that it exists.',
      },
    ],
  }
}
