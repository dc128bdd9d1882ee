import { sentencesOf, type SpecSentence } from './sentence.ts'

export const decisionsOnFood: SpecSentence[] = [
  ...sentencesOf('D33', [
    {
      sentence: 'The nutrition map keeps the spec’s four by name and takes energy_kj, saturates, sugars, salt and fibre beside them',
      files: ['shop/catalogue/nutrition.ts', 'web/admin/nutrition-fields.tsx', 'web/storefront/nutrition-table.tsx', 'demo/catalogue.json'],
      tests: [
        'shop/catalogue/nutrition.test.ts › D33 the declaration of British law, in its order and its words',
        'shop/catalogue/nutrition.test.ts › D33 every product of the demo has the whole declaration',
        'tests/requests/catalogue-office.test.ts › D33 the whole declaration is taken',
        'web/storefront/product-facts.test.tsx › D33 structured data has the declaration',
        'shop/catalogue/nutrition-claims.test.ts › the seven of the law, of which energy counts in either unit',
      ],
    },
    {
      sentence: 'A value that was never given is null and is not shown, although the spec’s default is 0',
      files: ['shop/catalogue/catalogue-forms.ts', 'db/migrations/0024-catalogue-facts.sql'],
      tests: [
        'shop/catalogue/catalogue-forms.test.ts › D33 a nutrition value that is left empty is not given',
        'shop/catalogue/nutrition.test.ts › D33 a value that was never given is not shown',
        'db/catalogue-facts-migration.sql.test.ts › D33 of older products a 0 stays where it was a fact',
      ],
    },
  ]),
]
