import { ALLERGEN_KEYS, type AllergenKey } from '#features/catalogue/labels/allergen-statements.ts'
import { ALLERGEN_NAMES_IN_TEXTS } from '#features/catalogue/labels/read-allergens.ts'
import type { SuitabilityKey } from '#features/catalogue/labels/suitability.ts'

/** A search without the words that mean 'free from', and the filters that they stand for. */
export type FreeFromSearch = {
  search: string | null
  freeFrom: readonly AllergenKey[]
  suitableFor: readonly SuitabilityKey[]
}

/** Everyday words that mean more than one allergen; the longer list is the safe one. */
const EVERYDAY_WORDS: readonly (readonly [words: string, keys: readonly AllergenKey[]])[] = [
  ['(?:tree )?nuts?', ['nuts', 'peanuts']],
  ['shellfish', ['crustaceans', 'molluscs']],
  ['seafood', ['crustaceans', 'fish', 'molluscs']],
  ['(?:the )?(?:14 )?allergens?', ALLERGEN_KEYS],
]
const asWords = (words: string) => new RegExp(`(?:^| )(?:${words})(?= |$)`)
const NAMES: readonly (readonly [pattern: RegExp, keys: readonly AllergenKey[]])[] = [
  ...EVERYDAY_WORDS.map(([words, keys]) => [asWords(words), keys] as const),
  ...ALLERGEN_KEYS.map((key) => [asWords(ALLERGEN_NAMES_IN_TEXTS[key]), [key]] as const),
]
const NAME = [
  ...EVERYDAY_WORDS.map(([words]) => words),
  ...ALLERGEN_KEYS.map((key) => ALLERGEN_NAMES_IN_TEXTS[key]),
].join('|')
const LIST = `(?:${NAME})(?:(?: (?:and|or|no|nor))* (?:${NAME}))*`
const NEGATION =
  '(?:(?:does|do) (?:not|nt) contain|doesnt contain|(?:not |without )containing|contains? no|free (?:from|of)|freefrom|no|non|not|without|minus|except|excluding|zero|avoid(?:ing)?|allergic to|(?:can not|cannot|cant) (?:eat|have)|(?:anything|everything) but)(?: (?:any|added|the))*'
const REQUESTS = [
  new RegExp(`(?:^| )${NEGATION} (?<list>${LIST})(?= |$)`),
  new RegExp(`(?:^| )(?<list>${LIST}) (?:free|allergy|allergies|allergic|intolerant|intolerance)(?= |$)`),
  new RegExp(`(?:^| )(?<list>${NAME})(?:free| ?less)(?= |$)(?! than)`),
]
const COELIAC = /(?:^| )(?:coeliacs?|celiacs?)(?= |$)/
/** A claim of the label, which is never inferred from allergens; the words themselves find it. */
const GLUTEN = /(?:^| )(?<!containing )gluten(?= |$)/
const GLUTEN_CLAIM = /(?:^| )gluten free(?= |$)/
/** Words that join a product with such a request and mean nothing alone. */
const JOINING_WORD =
  /^(?:and|or|but|with|that|thats|are|is|which|safe|friendly|suitable|something|anything|everything|products?|items?|options?|foods?|from|for|i|im|we|my)$/

const toWords = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/(?<![\p{L}\p{N}])w\/o(?![\p{L}\p{N}])/gu, 'without')
    .replaceAll(/['’]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{M}\p{N}.]+/gu, ' ')
    .trim()

/**
 * Recognises 'mustard free pickle', 'snacks without nuts', 'eggless cookies': as plain words they would find
 * products with the allergen. Null if the search asks for none.
 */
export function readFreeFromSearch(text: string): FreeFromSearch | null {
  const typed = toWords(text)
  let words = typed
  const freeFrom = new Set<AllergenKey>()
  const suitableFor = new Set<SuitabilityKey>()
  for (const request of REQUESTS)
    for (let found = request.exec(words); found; found = request.exec(words)) {
      const list = found.groups!['list']!
      for (const key of keysOf(list.replace(GLUTEN, ' '))) freeFrom.add(key)
      if (GLUTEN.test(list)) suitableFor.add('gluten-free')
      words = cut(words, found)
    }
  for (let found = COELIAC.exec(words); found; found = COELIAC.exec(words)) {
    suitableFor.add('gluten-free')
    words = cut(words, found)
  }
  if (freeFrom.size === 0 && (suitableFor.size === 0 || GLUTEN_CLAIM.test(typed))) return null
  const rest = words.split(' ').filter((word) => word !== '' && !JOINING_WORD.test(word))
  return { search: rest.join(' ') || null, freeFrom: [...freeFrom], suitableFor: [...suitableFor] }
}

const cut = (words: string, { index, 0: { length } }: RegExpExecArray) =>
  `${words.slice(0, index)} ${words.slice(index + length)}`.replaceAll(/ +/g, ' ').trim()

/** The keys of all names in the list. */
const keysOf = (list: string) => NAMES.filter(([pattern]) => pattern.test(list)).flatMap(([, keys]) => keys)
