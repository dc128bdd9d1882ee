import { figure } from '#shop/text/format-count.ts'
import { HOME_CATEGORIES } from '#shop/constants.ts'
import { CHANGED_AT_ONCE_MOST } from '#shop/catalogue/bulk-edit/bulk-edit-result.ts'

/** §5: a new product whose address will differ from another's by no more than a hyphen at an end. */
export const addressAlike = (slug: string, other: { name: string; slug: string }) =>
  `Its address, /products/${slug}, will be almost the one of ${other.name}: /products/${other.slug}. Another name keeps the two apart.`

const NUTRIENT_WORDS = {
  energy_kj: 'energy', energy: 'energy', fat: 'fat', saturates: 'saturates', carbohydrates: 'carbohydrate', sugars: 'sugars', fibre: 'fibre',
  protein: 'protein', salt: 'salt',
} as const
type NutrientName = keyof typeof NUTRIENT_WORDS
type ClaimWords = { words: string; nutrient: NutrientName; condition: string }
const nutrientUnit = (nutrient: NutrientName) => (nutrient === 'energy' ? 'kcal' : 'g')

/** D33: words that only a figure allows. */
export const claimWithoutFigure = ({ words, nutrient, condition }: ClaimWords) =>
  `‘${capitalised(words)}’ is allowed with ${condition}${condition.includes('energy') ? ' from protein' : ` of ${NUTRIENT_WORDS[nutrient]}`}, and that figure is missing. Give it below, or take the words out.`
export const claimNotMet = ({ words, nutrient, condition, value }: ClaimWords & { value: number }) =>
  `‘${capitalised(words)}’ is allowed with ${condition}${condition.includes('energy') ? ' from protein' : ` of ${NUTRIENT_WORDS[nutrient]}`}; this product has ${value} ${nutrientUnit(nutrient)}.`
const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** D33: what the form says of the values that stand in it. */
export const nutrientsMissing = (missing: readonly NutrientName[]) =>
  `Still missing: ${inWords(missing.map((key) => NUTRIENT_WORDS[key]))}. The law asks for all seven on most food; herbs, spices, tea, coffee and food of one raw ingredient need none.`
export const partAboveWhole = (part: NutrientName, whole: NutrientName) =>
  `${capitalised(NUTRIENT_WORDS[part])} cannot be more than ${NUTRIENT_WORDS[whole]}, of which they are a part.`
export const energiesDiffer = (kilocalories: number, kilojoules: number) => `${kilocalories} kcal is about ${kilojoules} kJ. Check both.`
export const nutrientsAboveWhole = 'Together these are more than 100 g of 100 g. Check them.'
export const nutrientNotNumeric = (nutrient: NutrientName, unit: string) =>
  `${capitalised(NUTRIENT_WORDS[nutrient])} (${unit}): this is not a number, so it is saved as 0. Empty it if the value is not known.`
export const nutritionComplete = 'All seven that the law asks for are given.'
const inWords = (words: readonly string[]) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`)

/** Shelves stand everywhere in the owner's order. */
export const categoryPlaceHint = `In every list of the shop. The home page shows the first ${HOME_CATEGORIES} that have products on sale.`

const products = (count: number) => `${figure(count)} ${count === 1 ? 'product' : 'products'}`

/** Nothing is done to rows that nobody has counted on. */
export const listHasChanged = (was: number, is: number) =>
  `The list has changed since you chose it: ${was === is ? `it has ${products(is)} as before, but not the same ones` : `it had ${products(was)} and has ${products(is)} now`}. Nothing was changed. Look it over, then choose again.`
export const tooManyAtOnce = `At most ${products(CHANGED_AT_ONCE_MOST)} can be changed at once. Narrow the list by search, category or kind.`
/** Of a list that has changed behind somebody who works in it. */
export const productTableWords = { showAsItIs: 'Show the list as it is now', leftThisPage: 'Left this page' } as const
export const productSearchEnds = (listed: number) =>
  `A search lists ${products(listed)}: to reach the others, narrow it by more letters, category or kind.`
export const nearMatches = (search: string, near: string) => `No product has ‘${search}’: these have ‘${near}’.`
export const narrowToChooseAll = `To choose the whole list, narrow it to ${products(CHANGED_AT_ONCE_MOST)}`
