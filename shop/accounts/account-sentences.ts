/** Accounts, beyond what §5 and §8 say (D7-D10, B23). */
export const accountMessages = {
  passwordTooCommon: 'Choose a password that is harder to guess: this one is among the first that people try',
  confirmEmail: (email: string) => `Confirm that ${email} is your email address.`,
  askForLink: 'Enter your email address, and we will send you a new link.',
  foreignPage: 'This was sent by a page of another site, so nothing was done. Open the shop and try again there.',
} as const
