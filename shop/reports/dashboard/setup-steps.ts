import type { IdentityReport } from './identity-report.ts'

type CatalogueCounts = { products: number; categories: number }
export type SetupStep = 'company' | 'category' | 'product' | 'mail' | 'look'

export const SETUP_STEPS = [
  'company',
  'category',
  'product',
  'mail',
  'look',
] as const satisfies readonly SetupStep[]

export const needsSetupSteps = ({ products, categories }: CatalogueCounts): boolean =>
  products === 0 || categories === 0

export function isSetupStepDone(
  step: SetupStep,
  { products, categories }: CatalogueCounts,
  identity: IdentityReport | null,
): boolean | null {
  switch (step) {
    case 'company':
      return identity && !identity.isInvented && identity.missing.length === 0
    case 'category':
      return categories > 0
    case 'product':
      return products > 0
    case 'mail':
    case 'look':
      return null
  }
}

export const setupStepMessages = {
  title: 'First steps',
  lead: 'Your shop is open and empty, and says so to shoppers. This is the way to the first order.',
  done: 'Done',
  categoryFirst: 'It goes into a category, so add that first.',
  steps: {
    company: {
      title: 'Say who you are',
      text: 'Name, company, address, phone and email. They stand on every page, on receipts and in emails.',
      link: 'Go to settings',
    },
    category: {
      title: 'Add the first category',
      text: 'A shelf with a name and a picture. Products are put into it.',
      link: 'Add a category',
    },
    product: {
      title: 'Add the first product',
      text: 'With its price, stock, ingredients and allergy advice.',
      link: 'Add a product',
    },
    mail: {
      title: 'Send yourself a test email',
      text: 'So that your customers get theirs.',
      link: 'Go to emails',
    },
    look: { title: 'Look at your shop', text: 'As a shopper sees it, on your phone too.', link: 'View shop' },
  },
} as const
