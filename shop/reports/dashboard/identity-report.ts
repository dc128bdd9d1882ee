import { formatCount } from '#shop/text/format-count.ts'

export type IdentityReport = { isInvented: boolean; missing: string[]; demoProducts: number }

const listed = new Intl.ListFormat('en-GB')

export const identityReportMessages = {
  missingTitle: (settings: readonly string[]): string =>
    settings.length === 1
      ? `The setting ${settings[0]} is missing`
      : `The settings ${listed.format(settings)} are missing`,
  missingName: 'Your shop still goes by the name of the demonstration.',
  missingRegistration:
    'A registered company has to show its number and its place of registration on its website, on receipts and in emails. ' +
    'Set them and start the shop anew. A VAT number is needed only if you are registered for VAT.',
  demoTitle: (count: number): string =>
    count === 1
      ? '1 product of the demonstration is on sale'
      : `${formatCount(count)} products of the demonstration are on sale`,
  demoHint:
    'Their makers, pictures and descriptions are invented. Switch them off before anybody orders one.',
} as const
