import type { IdentityField } from '#shop/identity/identity-settings.ts'
import { IDENTITY_LABELS } from '#shop/identity/identity-labels.ts'
import { formatCount } from '#shop/text/format-count.ts'

export type IdentityReport = { isInvented: boolean; missing: IdentityField[]; demoProducts: number }

const listed = new Intl.ListFormat('en-GB')

export const identityReportMessages = {
  missingTitle: (fields: readonly IdentityField[]): string =>
    `Still missing: ${listed.format(fields.map((field) => IDENTITY_LABELS[field].toLowerCase()))}`,
  missingName: 'Your shop still goes by the name of the demonstration.',
  missingRegistration:
    'A registered company has to show its number and its place of registration on its website, on receipts and in emails. ' +
    'A VAT number is needed only if you are registered for VAT.',
  demoTitle: (count: number): string =>
    count === 1
      ? '1 product of the demonstration is on sale'
      : `${formatCount(count)} products of the demonstration are on sale`,
  demoHint:
    'Their makers, pictures and descriptions are invented. Switch them off before anybody orders one.',
} as const
