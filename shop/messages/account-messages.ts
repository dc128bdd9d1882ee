import { untilAddressIsConfirmed } from './unverified-address-message.ts'

export const accountMessages = {
  passwordTooCommon: 'Choose a password that is harder to guess: this one is among the first that people try',
  passwordIsEmail: 'Choose a password that is not your email address, nor the part of it before the @',
  confirmEmail: (email: string) => `Confirm that ${email} is your email address.`,
  askForLink: 'Enter your email address, and we will send you a new link.',
  orderMailsGoTo: (email: string) => `Emails about your orders go to ${email}.`,
  orderMailsWait: `Please confirm that this address is yours, by the link we sent there. ${untilAddressIsConfirmed}`,
  sendLinkAgain: 'Send the link again',
  profileDraftRestored: 'What you typed before is back. It is not saved yet.',
  foreignPage:
    'This was sent by a page of another site, so nothing was done. Open the shop and try again there.',
} as const
