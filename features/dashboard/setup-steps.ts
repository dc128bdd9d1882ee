import type { IdentityReport } from './identity-report.ts'

export const SETUP_STEPS = [
  'company',
  'mail',
  'story',
  'product',
  'order',
  'administrator',
  'backup',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

/** Facts from the database. */
export type SetupFacts = {
  has_test_email: boolean
  has_own_story: boolean
  has_own_product: boolean
  has_order: boolean
  has_second_administrator: boolean
}
export type SetupProgress = { step: SetupStep; isDone: boolean }[]

export function setupProgress(
  facts: SetupFacts,
  identity: IdentityReport | null,
  hasBackup: boolean,
): SetupProgress {
  const done: Record<SetupStep, boolean> = {
    company: identity !== null && !identity.isInvented && identity.missing.length === 0,
    mail: facts.has_test_email,
    story: facts.has_own_story,
    product: facts.has_own_product,
    order: facts.has_order,
    administrator: facts.has_second_administrator,
    backup: hasBackup,
  }
  return SETUP_STEPS.map((step) => ({ step, isDone: done[step] }))
}

export const needsSetupSteps = (progress: SetupProgress): boolean => progress.some(({ isDone }) => !isDone)

export const setupStepMessages = {
  title: 'First steps',
  lead: 'What a shop of your own needs. The list goes once all of it is done.',
  progress: (progress: SetupProgress): string =>
    `${progress.filter(({ isDone }) => isDone).length} of ${progress.length} done`,
  done: 'Done',
  hide: 'Hide this list',
  hidden: 'Settings bring it back.',
  categoryFirst: 'It goes into a category, so add that first.',
  addCategory: 'Add a category',
  backupDone: 'I have set up a backup',
  failed: 'This could not be saved just now. Please try again.',
  steps: {
    company: {
      title: 'Say who you are',
      text: 'Name, company, address, phone and email. They stand on every page, on receipts and in emails.',
      link: 'Go to settings',
    },
    mail: {
      title: 'Send yourself a test email',
      text: 'So that your customers get theirs. It is done once a mail server has accepted it.',
      link: 'Go to emails',
    },
    story: {
      title: 'Tell your own story',
      text: 'Who you are and where your food comes from, in place of the invented one.',
      link: 'Write your texts',
    },
    product: {
      title: 'Add your first product',
      text: 'With its price, stock, ingredients and allergy advice.',
      link: 'Add a product',
    },
    order: {
      title: 'Place a test order',
      text: 'Register in the shop as a customer, with another email address, and order something. You can cancel it afterwards.',
      link: 'View shop',
    },
    administrator: {
      title: 'Invite a second owner',
      text: 'If you lose your password or your phone, another owner can still get in and let you in again. It is done once they have signed in.',
      link: 'Invite somebody',
    },
    backup: {
      title: 'Set up a backup',
      text: 'The section “Backup” of docs/operations/one-machine.md says how. It is done once the shop has made one; tick it here yourself if you have another way.',
      link: '',
    },
  },
} as const
