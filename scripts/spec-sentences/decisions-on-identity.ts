import { sentencesOf, type SpecSentence } from './sentence.ts'

export const decisionsOnIdentity: SpecSentence[] = [
  ...sentencesOf('D30', [
    {
      sentence: 'The shop’s identity stands in one place, is marked as demonstration data in the footer, and can be changed by settings',
      files: ['shop/identity.ts', 'server/identity-settings.ts', 'web/storefront/shop-footer.tsx'],
      tests: [
        'server/env.test.ts › of a real company has nothing invented beside it',
        'tests/requests/screens.test.ts › D30 the invented company is marked as such',
        'tests/demonstration.test.ts › D30 the invented shop is the one of the decision',
      ],
    },
    {
      sentence: 'Demo phone numbers come only from the ranges that Ofcom keeps for drama',
      files: ['shop/identity.ts'],
      tests: [
        'tests/demonstration.test.ts › D30 every phone number of the demonstration is one that nobody has',
      ],
    },
  ]),
  ...sentencesOf('D31', [
    {
      sentence: 'The demo pictures are illustrations of the demo products; the README says so',
      files: ['README.md'],
      tests: ['tests/demonstration.test.ts › D31 the README says what the pictures are'],
    },
  ]),
  ...sentencesOf('D34', [
    {
      sentence: 'Off: nothing is added; the policy gives the standard rates, waived at present, and offers no express',
      files: ['web/content/shipping-policy-page.tsx', 'web/content/faq-ordering.tsx', 'shop/policy-sentences.ts'],
      tests: [
        'tests/requests/screens.test.ts › %s names the standard rates, says that they are waived, and offers no express',
        'tests/requests/screens.test.ts › no other page of the shop speaks of a rate',
        'tests/journeys/content.spec.ts › §9 D34 the shipping policy says the standard rates',
      ],
    },
  ]),
  ...sentencesOf('D36', [
    {
      sentence: 'What is invented for the demonstration is shown only under its identity',
      files: [
        'shop/identity.ts', 'shop/identity-mark.ts', 'web/storefront/home-content.server.ts', 'web/content/about-page.tsx', 'web/kernel/brand-files.ts',
      ],
      tests: [
        'tests/demonstration.test.ts › D36 under another name or company it is the demonstration no more',
        'tests/requests/other-identity.test.ts › D36 no public page says or shows anything of the demonstration',
        'tests/requests/other-identity.test.ts › D36 manifest, sitemap, robots and icons have nothing of it either',
        'tests/requests/other-identity.test.ts › D36 registering, ordering and every mail on the way',
        'tests/requests/other-identity.test.ts › D36 its twin, the demonstration, says and shows them',
        'server/env.test.ts › D36 the demo catalogue is loaded into a real shop only where it is asked for',
      ],
    },
    {
      sentence: 'Company number, place of registration and VAT number are settings; a company without them is told on the dashboard',
      files: ['server/env.ts', 'shop/registration-numbers.ts', 'shop/reports/identity-report.server.ts', 'web/admin/dashboard-identity.tsx'],
      tests: [
        'server/env.test.ts › D36 company number, place of registration and VAT number are kept as their authorities write them',
        'shop/registration-numbers.test.ts › number and place of a registered company, each by its setting; never the VAT number',
        'tests/requests/other-identity.test.ts › D36 a company that leaves the demonstration with its products and without its numbers',
        'server/load-demo.sql.test.ts › D36 a real shop counts those that shoppers see',
      ],
    },
  ]),
]
