import { ALLERGEN_NAMES, type AllergenKey } from '#features/catalogue/labels/allergen-statements.ts'
import { SUITABILITY_LABELS } from '#features/catalogue/labels/suitability.ts'
import { countOfProducts } from '#features/catalogue/products/product-count.ts'
import type { FoundBy, HiddenByAllergens, ProductQuery } from './product-query.ts'

/** 'Hidden: 9 products that contain sesame, 4 that may contain it, and 2 whose label does not say.' */
export function hiddenProductsMessage(
  { contains, mayContain, notKnown }: HiddenByAllergens,
  freeFrom: readonly AllergenKey[],
): string {
  const allergens = joined(
    freeFrom.map((key) => ALLERGEN_NAMES[key]),
    'or',
  )
  const parts: string[] = []
  const add = (count: number, says: (isFirst: boolean) => string) => {
    const isFirst = parts.length === 0
    if (count > 0) parts.push(`${isFirst ? countOfProducts(count) : count} ${says(isFirst)}`)
  }
  add(contains, () => `that ${contains === 1 ? 'contains' : 'contain'} ${allergens}`)
  add(mayContain, (isFirst) => {
    const again = freeFrom.length === 1 ? 'it' : 'one of them'
    return `that may contain ${isFirst ? allergens : again}`
  })
  add(notKnown, (isFirst) =>
    isFirst ? `whose label does not say about ${allergens}` : 'whose label does not say',
  )
  return parts.length > 0
    ? `Hidden: ${joined(parts, 'and')}.`
    : `No product is hidden because of ${allergens}.`
}

export const nothingInCategory = (name: string) => `Nothing of ${name} is on sale yet.`

type LabelFilters = Pick<ProductQuery, 'freeFrom' | 'suitableFor'>

/** '9 products match “snacks”, but none has a label that declares it free from nuts.' */
export function noLabelDeclaresMessage(
  count: number,
  { search, freeFrom, suitableFor }: LabelFilters & Pick<ProductQuery, 'search'>,
): string {
  const allergens = joined(
    freeFrom.map((key) => ALLERGEN_NAMES[key]),
    'and',
  )
  const declared = joined(
    [
      ...suitableFor.map((key) => SUITABILITY_LABELS[key].toLowerCase()),
      ...(freeFrom.length > 0 ? [`free from ${allergens}`] : []),
    ],
    'and',
  )
  const matches = `${countOfProducts(count)} ${count === 1 ? 'matches' : 'match'} ${search ? `“${search}”` : 'what else you chose'}`
  return count === 1
    ? `${matches}, but its label does not declare it ${declared}.`
    : `${matches}, but none has a label that declares it ${declared}.`
}

/** 'See 9 products without “Free from”' */
export function withoutLabelFiltersMessage(count: number, { freeFrom, suitableFor }: LabelFilters): string {
  const filters = [
    ...(freeFrom.length > 0 ? ['“Free from”'] : []),
    ...(suitableFor.length > 0 ? ['“Suitable for”'] : []),
  ]
  return `See ${countOfProducts(count)} without ${joined(filters, 'and')}`
}

export const onlyDeclaredFree = (freeFrom: readonly AllergenKey[]): string =>
  `Only products whose label declares them free from ${joined(
    freeFrom.map((key) => ALLERGEN_NAMES[key]),
    'and',
  )} are shown. Always check the label.`

export const foundByMessage = (foundBy: Exclude<FoundBy, null>, search: string): string =>
  ({
    ingredient: `We sell nothing called “${search}”. It is an ingredient of the products below.`,
    related: `We sell nothing called “${search}”. The products below are only related to it.`,
    beginning: `We sell nothing called “${search}”. The products below have a word that begins like it.`,
    dish: `The products below go into “${search}” or are served with it.`,
  })[foundBy]

export const describedMessage = (search: string): string =>
  search.trim().includes(' ')
    ? `We sell nothing called “${search}”. Its words are in the names and descriptions of these products.`
    : `We sell nothing called “${search}”. The descriptions of these products mention it.`

/** 'From: “abc” is not applied, because it is no price in pounds and pence such as 4.50.' */
export const invalidPricesMessage = (prices: { 'min-price'?: string; 'max-price'?: string }): string =>
  Object.entries(prices)
    .map(
      ([field, text]) =>
        `${field === 'min-price' ? 'From' : 'To'}: “${text}” is not applied, because it is no price in pounds and pence such as 4.50.`,
    )
    .join('\n')

export const unknownAllergensMessage = (keys: readonly string[]): string =>
  `We know no allergen called ${joined(
    keys.map((key) => `“${key}”`),
    'or',
  )}, so we cannot say what is free from it, and show nothing.`

/** Has a comma before the last of three, because names such as 'sulphur dioxide and sulphites' contain 'and'. */
function joined(parts: readonly string[], word: 'and' | 'or'): string {
  if (parts.length < 3) return parts.join(` ${word} `)
  return `${parts.slice(0, -1).join(', ')}, ${word} ${parts.at(-1)!}`
}
