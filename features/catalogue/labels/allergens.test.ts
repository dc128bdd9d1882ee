import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ALLERGENS, findAllergens, splitAtAllergens } from './allergens.ts'

const emphasised = (text: string) =>
  splitAtAllergens(text)
    .filter(({ isAllergen }) => isAllergen)
    .map((run) => run.text)

type Product = { slug: string; ingredients: string; allergy_advice: string }
const { products } = JSON.parse(readFileSync('demo/catalogue.json', 'utf8')) as { products: Product[] }

describe('FOOD-7 Allergens on the label', () => {
  test('covers the 14 of the regulation', () => {
    expect(ALLERGENS).toHaveLength(14)
  })

  test('an allergen in capitals is one emphasised run', () => {
    expect(splitAtAllergens('Jaggery, WHEAT flour, CASHEW NUTS (6%), cardamom.')).toEqual([
      { text: 'Jaggery, ', isAllergen: false },
      { text: 'WHEAT', isAllergen: true },
      { text: ' flour, ', isAllergen: false },
      { text: 'CASHEW NUTS', isAllergen: true },
      { text: ' (6%), cardamom.', isAllergen: false },
    ])
    expect(emphasised('dates (contains preservative: SULPHUR DIOXIDE), SESAME oil')).toEqual([
      'SULPHUR DIOXIDE',
      'SESAME',
    ])
    expect(emphasised('May contain: CEREALS CONTAINING GLUTEN and PEANUTS.')).toEqual([
      'CEREALS CONTAINING GLUTEN',
      'PEANUTS',
    ])
  })

  test('other texts are not emphasised: coconut milk, nutmeg, numbers and other capitals', () => {
    expect(
      emphasised('Coconut milk, nutmeg, E220, UHT, GM free, COCONUT, NUTMEG, BUCKWHEAT, EGGPLANT.'),
    ).toEqual([])
    expect(splitAtAllergens('Cloves (100%).')).toEqual([{ text: 'Cloves (100%).', isAllergen: false }])
    expect(splitAtAllergens('')).toEqual([])
  })

  test('splitting keeps every character', () => {
    for (const { ingredients, allergy_advice } of products) {
      for (const text of [ingredients, allergy_advice])
        expect(
          splitAtAllergens(text)
            .map((run) => run.text)
            .join(''),
        ).toBe(text)
    }
  })

  test('in the demo, all runs of capitals are allergens and the other way round', () => {
    const wrong = products.flatMap(({ slug, ingredients, allergy_advice }) =>
      [ingredients, allergy_advice]
        .filter(
          (text) => emphasised(text).join() !== (text.match(/\b[A-Z]{3,}(?: [A-Z]{3,})*\b/g) ?? []).join(),
        )
        .map((text) => `${slug}: ${text}`),
    )
    expect(wrong).toEqual([])
  })

  test('in the demo, ingredients and advice name the same allergens', () => {
    const wrong = products.filter(({ ingredients, allergy_advice }) => {
      const contained = allergy_advice.split('May contain:')[0]!
      return findAllergens(ingredients).join() !== findAllergens(contained).join()
    })
    expect(wrong.map(({ slug }) => slug)).toEqual([])
  })

  test('a kind counts as its allergen', () => {
    expect(findAllergens('WHEAT flour, dried PRAWNS, CASHEW NUTS, SOYA, SULPHITES')).toEqual([
      'cereals containing gluten',
      'crustaceans',
      'nuts',
      'soybeans',
      'sulphur dioxide and sulphites',
    ])
    expect(findAllergens('PEANUTS')).toEqual(['peanuts'])
  })
})
