import {
  ALLERGEN_KEYS,
  ALLERGEN_NAMES,
  listAllergenNames,
  listWords,
  type AllergenKey,
  type AllergenStatement,
} from '#features/catalogue/labels/allergen-statements.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { HOME_CATEGORIES_COUNT } from '#shop/constants.ts'
import { MAX_BULK_EDIT_PRODUCTS } from './bulk-edit/bulk-edit-result.ts'

export const similarAddressMessage = (slug: string, other: { name: string; slug: string }) =>
  `Its address, /products/${slug}, will be almost the one of ${other.name}: /products/${other.slug}. Another name keeps the two apart.`

const NUTRIENT_LABELS = {
  energy_kj: 'energy',
  energy: 'energy',
  fat: 'fat',
  saturates: 'saturates',
  carbohydrates: 'carbohydrate',
  sugars: 'sugars',
  fibre: 'fibre',
  protein: 'protein',
  salt: 'salt',
} as const
type NutrientName = keyof typeof NUTRIENT_LABELS
type ClaimDetails = { words: string; nutrient: NutrientName; condition: string }
const nutrientUnit = (nutrient: NutrientName) => (nutrient === 'energy' ? 'kcal' : 'g')

export const claimWithoutValueMessage = ({ words, nutrient, condition }: ClaimDetails) =>
  `‘${capitalise(words)}’ is allowed with ${condition}${condition.includes('energy') ? ' from protein' : ` of ${NUTRIENT_LABELS[nutrient]}`}, and that figure is missing. Give it below, or take the words out.`
export const claimNotMetMessage = ({ words, nutrient, condition, value }: ClaimDetails & { value: number }) =>
  `‘${capitalise(words)}’ is allowed with ${condition}${condition.includes('energy') ? ' from protein' : ` of ${NUTRIENT_LABELS[nutrient]}`}; this product has ${value} ${nutrientUnit(nutrient)}.`
const capitalise = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

export const nutrientsMissingMessage = (missing: readonly NutrientName[]) =>
  `Still missing: ${listWords(missing.map((key) => NUTRIENT_LABELS[key]))}. The law asks for all seven on most food; herbs, spices, tea, coffee and food of one raw ingredient need none.`
export const nutrientMissingMessage = (missing: NutrientName) =>
  `Is the value for ${NUTRIENT_LABELS[missing]} missing? The law asks for all seven on most food.`
export const partAboveWholeMessage = (part: NutrientName, whole: NutrientName) =>
  `${capitalise(NUTRIENT_LABELS[part])} cannot be more than ${NUTRIENT_LABELS[whole]}, of which they are a part.`
export const energyMismatchMessage = (kilocalories: number, kilojoules: number) =>
  `${kilocalories} kcal is about ${kilojoules} kJ. Check both.`
export const nutrientsAboveTotalMessage = 'Together these are more than 100 g of 100 g. Check them.'
export const nutrientNotNumericMessage = (nutrient: NutrientName, unit: string) =>
  `${capitalise(NUTRIENT_LABELS[nutrient])} (${unit}): enter a number, 0 or more. What you typed is saved as 0; empty it if the value is not known.`
export const nutritionCompleteMessage = 'All seven that the law asks for are given.'

export const allergenInTextMessage = (
  text: 'ingredients' | 'allergy advice',
  key: AllergenKey,
  statement: AllergenStatement,
) =>
  `${text === 'ingredients' ? 'The ingredients name' : 'The allergy advice names'} ${ALLERGEN_NAMES[key]}, which ${isPlural(key) ? 'are' : 'is'} marked ‘${statement}’ in the list. Put one of the two right.`
export const allergenUnclearInTextMessage = (text: 'ingredients' | 'allergy advice', key: AllergenKey) =>
  `${text === 'ingredients' ? 'The ingredients name' : 'The allergy advice names'} ${ALLERGEN_NAMES[key]}, and not as surely absent, but the list marks ${isPlural(key) ? 'them' : 'it'} ‘free’. Put one of the two right.`
export const allergenNotInAdviceMessage = (key: AllergenKey, statement: AllergenStatement) =>
  `${capitalise(ALLERGEN_NAMES[key])} ${isPlural(key) ? 'are' : 'is'} marked ‘${statement}’, and the allergy advice does not say so. Add it, or empty the advice to have it made from the list.`
export const allergensNotKnownMessage = (keys: readonly AllergenKey[]) =>
  keys.length === ALLERGEN_KEYS.length
    ? 'None of the 14 allergens is known yet. Shoppers are told so, and no filter shows the product as free from any.'
    : `Not known yet: ${listAllergenNames(keys)}. Shoppers are told so, and no filter shows the product as free from ${keys.length === 1 ? 'it' : 'them'}.`
export const claimContradictedMessage = (
  claim: string,
  keys: readonly AllergenKey[],
  statement: AllergenStatement,
) =>
  `‘${claim}’ is claimed, but ${listAllergenNames(keys)} ${keys.length > 1 || keys.some(isPlural) ? 'are' : 'is'} marked ‘${statement}’ in the list. Put one of the two right.`
const allergens = (count: number) => `${count} ${count === 1 ? 'allergen' : 'allergens'}`
export const allergensReadMessage = (changed: number) =>
  changed === 0
    ? 'The texts say nothing else for sure.'
    : `Read from the texts: ${allergens(changed)}. Check each before you save.`
export const allergensSetFreeMessage = (changed: number) =>
  changed === 0 ? 'No others are left.' : `Marked as free: ${allergens(changed)}.`
const isPlural = (key: AllergenKey) => key === 'gluten' || ALLERGEN_NAMES[key].endsWith('s')

export const categoryPositionHint = `In every list of the shop.`
export const categoryMessages = {
  onHomePage: 'On the home page',
  onHomePageHint: `The home page shows the first ${HOME_CATEGORIES_COUNT} of those ticked, before the others those with products on sale.`,
  notOnHomePage: 'Not on the home page',
  beyondHomePage: `Not on the home page: ${HOME_CATEGORIES_COUNT} others come first`,
  moveBefore: (name: string, other: string): string => `Move ${name} before ${other}`,
  moveAfter: (name: string, other: string): string => `Move ${name} after ${other}`,
  moved: 'Moved. The shop shows the new order.',
  movedMeanwhile:
    'Somebody else has changed the order of the categories. This is how it is now; nothing of yours was changed.',
} as const

const products = (count: number) => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`

export const activateAnywayMessage = (count: number) =>
  `Make ${count === 1 ? 'it' : `these ${formatCount(count)}`} active all the same`
export const listChangedMessage = (was: number, is: number) =>
  `The list has changed since you chose it: ${was === is ? `it has ${products(is)} as before, but not the same ones` : `it had ${products(was)} and has ${products(is)} now`}. Nothing was changed. Look it over, then choose again.`
export const tooManyForBulkEditMessage = `At most ${products(MAX_BULK_EDIT_PRODUCTS)} can be changed at once. Narrow the list by search, category or kind.`
export const productTableMessages = {
  showAsItIs: 'Show the list as it is now',
  leftThisPage: 'Left this page',
} as const
export const productSearchTruncatedMessage = (listed: number) =>
  `A search lists ${products(listed)}: to reach the others, narrow it by more letters, category or kind.`
export const nearMatchesMessage = (search: string, near: string) =>
  `No product has ‘${search}’: these have ‘${near}’.`
export const narrowToSelectAllMessage = `To choose the whole list, narrow it to ${products(MAX_BULK_EDIT_PRODUCTS)}`
