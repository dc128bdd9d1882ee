/** The 14 allergens that must be emphasised, with their names on labels; cereals and nuts are named by kind. */
export const ALLERGEN_WORDS = {
  celery: 'celery|celeriac',
  'cereals containing gluten':
    'cereals containing gluten|gluten|wheat|rye|barley|oats?|spelt|kamut|semolina|durum',
  crustaceans: 'crustaceans?|prawns?|shrimps?|crabs?|lobsters?',
  eggs: 'eggs?',
  fish: 'fish|anchov(?:y|ies)|tuna|sardines?|mackerel|kingfish',
  lupin: 'lupin',
  milk: 'milk|butter|buttermilk|ghee|cream|cheese|paneer|yog(?:h)?urt|curd|whey|lactose|casein',
  molluscs: 'molluscs?|mussels?|squid|oysters?|clams?',
  mustard: 'mustard',
  nuts: '(?:cashew|brazil|macadamia|pecan|pistachio|queensland) nuts?|cashews?|almonds?|hazelnuts?|walnuts?|pecans?|pistachios?|nuts?',
  peanuts: 'peanuts?|groundnuts?',
  sesame: 'sesame',
  soybeans: 'soya ?beans?|soybeans?|soya|soy',
  'sulphur dioxide and sulphites': 'sulphur dioxide|sul(?:ph|f)ites?|metabisul(?:ph|f)ites?',
} as const
export type Allergen = keyof typeof ALLERGEN_WORDS
export const ALLERGENS = Object.keys(ALLERGEN_WORDS) as Allergen[]

/** Only whole words in capitals count: 'coconut milk' is not milk, and 'E220' and 'UHT' are not allergens. */
const inCapitals = (words: string) => words.replace(/[a-z]/g, (letter) => letter.toUpperCase())
const ALLERGEN_PATTERNS = ALLERGENS.map((allergen) => ({
  allergen,
  pattern: new RegExp(`\\b(?:${inCapitals(ALLERGEN_WORDS[allergen])})\\b`),
}))
const ANY_ALLERGEN_PATTERN = new RegExp(
  `\\b(${ALLERGENS.map((allergen) => inCapitals(ALLERGEN_WORDS[allergen])).join('|')})\\b`,
  'g',
)

export type LabelText = { text: string; isAllergen: boolean }

export function splitAtAllergens(text: string): LabelText[] {
  return text
    .split(ANY_ALLERGEN_PATTERN)
    .map((run, index) => ({ text: run, isAllergen: index % 2 === 1 }))
    .filter((run) => run.text !== '')
}

/** In the order of the regulation. */
export const findAllergens = (text: string): Allergen[] =>
  ALLERGEN_PATTERNS.filter(({ pattern }) => pattern.test(text)).map(({ allergen }) => allergen)
