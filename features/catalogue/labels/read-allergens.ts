import { ALLERGEN_WORDS } from './allergens.ts'
import {
  ALLERGEN_KEYS,
  ALLERGEN_NAMES,
  eachAllergen,
  type AllergenKey,
  type AllergenStatements,
} from './allergen-statements.ts'

/** Words that name an allergen without emphasis, because labels add the legal name. */
const FURTHER_WORDS: Partial<Record<AllergenKey, string>> = {
  gluten: 'maida|atta|rava|sooji|suji|bulgu?r|couscous|triticale|einkorn|emmer|farro|malt|malted',
  crustaceans: 'crayfish|langoustines?|scampi|krill',
  eggs: 'albumen|mayonnaise',
  fish: 'salmon|cod|haddock|pollock|trout|herrings?|sprats?|halibut|bonito|kippers?',
  milk: 'dairy|caseinates?|butterfat|khoa|khoya|mawa|malai|dahi',
  molluscs: 'octopus|cuttlefish|snails?|scallops?|whelks?|cockles?|abalone',
  nuts: 'marzipan|praline',
  sesame: 'gingelly|gingili|tahini',
  soybeans: 'tofu|tempeh|edamame|miso|tamari',
  sulphites: 'sulfur dioxide|e22[0-8]',
}
/** Only these words can declare freedom: food without wheat may contain other gluten. */
const GROUP_WORDS =
  'celery|cereals containing gluten|gluten|crustaceans?|eggs?|fish|lupin|milk|molluscs?|mustard|nuts|peanuts|sesame|soybeans?|soya|sulphites|sulphur dioxide and sulphites'

/** Words separated by single spaces; the leading space is part of the match, so that lists match as a whole. */
const asWords = (words: string) => `(?:^| )(?:${words})(?= |$)`
/** Every name of each allergen in English texts, as a regular expression. */
export const ALLERGEN_NAMES_IN_TEXTS = eachAllergen((key) =>
  [ALLERGEN_WORDS[ALLERGEN_NAMES[key]], FURTHER_WORDS[key]].filter(Boolean).join('|'),
)
const ANY_WORD = Object.values(ALLERGEN_NAMES_IN_TEXTS).join('|')
const PATTERNS = eachAllergen((key) => new RegExp(asWords(ALLERGEN_NAMES_IN_TEXTS[key])))

/** What may separate the two words of a phrase: after a comma or a dash, the second is a separate ingredient. */
const BETWEEN = '(?: +|-)'
const asPhrase = (phrase: string) =>
  new RegExp(`(?<![A-Za-z0-9])(?:${phrase.replaceAll(' ', BETWEEN)})(?![A-Za-z0-9])`, 'g')
/**
 * Plants named after an animal product; in capitals they count as that allergen. Names of flavoured dairy
 * products are excluded: 'cocoa milk' and 'coconut yogurt' contain milk.
 */
const PLANT_PRODUCT = asPhrase(
  '(?:(coconut|Coconut|almond|Almond|cashew|Cashew|oat|Oat|rice|Rice|soya|Soya|soy|Soy|peanut|Peanut) (?:milk|Milk)(?! (?:chocolate|Chocolate|CHOCOLATE))|(coconut|Coconut|cashew|Cashew|oat|Oat|soya|Soya|soy|Soy) (?:cream|Cream)|(coconut|Coconut|almond|Almond|cashew|Cashew|peanut|Peanut|cocoa|Cocoa|shea|Shea) (?:butter|Butter)|(soya|Soya|soy|Soy) (?:yog(?:h)?urt|Yog(?:h)?urt|curd|Curd))',
)
const HARMLESS_PHRASE = asPhrase(
  'cream of tartar|Cream of tartar|butter beans?|Butter beans?|oyster mushrooms?|Oyster mushrooms?|rice rava|Rice rava|idli rava|Idli rava',
)
const NEGATION =
  /(?:^| )(?:no|not|none|non|nor|never|neither|free|without|zero|absent|doesn|don|isn|cannot|excluding|except)(?= |$)/
/** What follows may be present; what precedes is stated. A place counts only if it is named afterwards. */
const MAY_CONTAIN =
  /(?:^| )(?:may (?:also |still )?contain|traces? of|handles|handling|cannot guarantee|(?<place>(?:made|produced|packed|manufactured|prepared|processed|bottled) (?:in|on|at|where|alongside)))(?= |$)/g
const PLACE =
  /(?:factory|factories|facility|facilities|kitchen|premises|site|lines?|equipment|environment|handle|handled|also|same|other)(?= |$)/g
const NEGATED_INGREDIENT = new RegExp(
  `(?:^| )(?:(?:${ANY_WORD}) free|(?:free from|free of|no|without|not) (?:${ANY_WORD})(?: (?:and|or) (?:${ANY_WORD}))*)(?= |$)`,
  'g',
)

/** What a text says about the allergens that it names; `unclear` ones are not said to be present. */
type NamedAllergens = { contained: Set<AllergenKey>; possible: Set<AllergenKey>; unclear: Set<AllergenKey> }

/** 'contains' also starts a clause: what precedes may be a negation. */
const splitClauses = (text: string) =>
  text
    .replaceAll(/contains/gi, '.$&')
    .split(/[.;!?\n\r•|]/)
    .filter((clause) => /[^ \t]/.test(clause))

/** A phrase leaves an `x`; a list with one is not a declaration. */
const toWords = (clause: string) =>
  clause
    .replaceAll(PLANT_PRODUCT, '$1$2$3$4 x')
    .replaceAll(HARMLESS_PHRASE, 'x')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .replace(/^ /, '')
    .replace(/ $/, '')
    .toLowerCase()

const findNames = (words: string) => ALLERGEN_KEYS.filter((key) => PATTERNS[key].test(words))
const addAll = (found: Set<AllergenKey>, words: string) => findNames(words).forEach((key) => found.add(key))
const createNamedAllergens = (): NamedAllergens => ({
  contained: new Set(),
  possible: new Set(),
  unclear: new Set(),
})

/** Finds the last place once, because each `made in` would search for it again. */
function splitAtMayContain(words: string): [stated: string, afterwards: string] {
  const lastPlace = [...words.matchAll(PLACE)].at(-1)?.index ?? 0
  for (const { 0: found, index, groups } of words.matchAll(MAY_CONTAIN)) {
    const end = index + found.length
    if (groups?.['place'] === undefined || lastPlace > end) return [words.slice(0, index), words.slice(end)]
  }
  return [words, '']
}

const listOf = (words: string) => new RegExp(asWords(`${words}|and|or`), 'g')
const LIST_OF_NAMES = listOf(ANY_WORD)
const LIST_OF_GROUPS = listOf(GROUP_WORDS)

/** A list of names and nothing else, in readable characters. */
const isListAfter = (
  clause: string,
  start: RegExp,
  words: string,
  startWords: string,
  list = LIST_OF_NAMES,
) =>
  start.test(clause) &&
  /^[ -~]*$/.test(clause) &&
  findNames(words).length > 0 &&
  words.slice(startWords.length).replaceAll(list, '').trim() === ''

function clauseKind(clause: string, words: string) {
  if (words === 'contains none of the 14 named allergens as ingredients') return 'none'
  if (isListAfter(clause, /^[ \t]*contains:/i, words, 'contains')) return 'contains'
  if (isListAfter(clause, /^[ \t]*may contain:/i, words, 'may contain')) return 'may contain'
  if (isListAfter(clause, /^[ \t]*not known:/i, words, 'not known')) return 'not known'
  if (isListAfter(clause, /^[ \t]*free from/i, words, 'free from', LIST_OF_GROUPS)) return 'free'
  return 'other'
}

const DECLARING_TEXT = /^(?:contains|none)(?:,may contain)?(?:,not known)?$/

/** Checking a product reads the same text several times in a row. */
function rememberLast<Result>(read: (text: string) => Result): (text: string) => Result {
  let last: { text: string; result: Result } | undefined
  return (text) => (last?.text === text ? last : (last = { text, result: read(text) })).result
}

type ReadAdvice = NamedAllergens & {
  declaredFree: Set<AllergenKey>
  declaredUnknown: Set<AllergenKey>
  /** The text has no unreadable parts. */
  isReadable: boolean
  /** The text declares what the food contains, so it lacks the rest. */
  isDeclaring: boolean
}

const readAdvice = rememberLast((advice): ReadAdvice => {
  const named = createNamedAllergens()
  const declaredFree = new Set<AllergenKey>()
  const declaredUnknown = new Set<AllergenKey>()
  const kinds = splitClauses(advice).map((clause) => {
    const words = toWords(clause)
    const kind = clauseKind(clause, words)
    if (kind === 'free') addAll(declaredFree, words)
    else if (kind === 'not known') addAll(declaredUnknown, words)
    else {
      const [stated, afterwards] = splitAtMayContain(words)
      addAll(NEGATION.test(stated) ? named.unclear : named.contained, stated)
      addAll(named.possible, afterwards)
    }
    return kind
  })
  return {
    ...named,
    declaredFree,
    declaredUnknown,
    isReadable: !kinds.includes('other'),
    isDeclaring: DECLARING_TEXT.test(kinds.join(',')),
  }
})

const readIngredients = rememberLast((ingredients): NamedAllergens => {
  const named = createNamedAllergens()
  for (const clause of splitClauses(ingredients)) {
    const [stated, afterwards] = splitAtMayContain(toWords(clause))
    const negated = stated.match(NEGATED_INGREDIENT) ?? []
    addAll(named.unclear, negated.join(' '))
    addAll(named.contained, stated.replaceAll(NEGATED_INGREDIENT, ' x'))
    addAll(named.possible, afterwards)
  }
  return named
})

/** Named as unknown, or in words that neither state nor declare anything, such as 'not suitable'. */
export const isUnclearIn = (
  text: Pick<NamedAllergens, 'unclear'> & Partial<Pick<ReadAdvice, 'declaredUnknown'>>,
  key: AllergenKey,
): boolean => text.unclear.has(key) || text.declaredUnknown?.has(key) === true

/** Null and blank texts name no allergens. */
export const findNamedInAdvice = (advice: string | null): ReadAdvice => readAdvice(advice ?? '')
export const findNamedInIngredients = (ingredients: string | null): NamedAllergens =>
  readIngredients(ingredients ?? '')

/**
 * What the texts of a label say for certain; everything else is `not known`. An allergen is `free` only if the whole advice is a
 * declaration and the ingredients do not contradict it. Migration 0012 applies the same rules in SQL.
 */
export function readAllergens(advice: string | null, ingredients: string | null): AllergenStatements {
  const said = readAdvice(advice ?? '')
  const listed = readIngredients(ingredients ?? '')
  const isContradicted = [...listed.contained].some((key) => !said.contained.has(key))
  const isFree = (key: AllergenKey) =>
    toWords(ingredients ?? '') !== '' &&
    ((said.isDeclaring && !isContradicted) || (said.isReadable && said.declaredFree.has(key)))
  return eachAllergen((key) => {
    if (said.contained.has(key) || listed.contained.has(key)) return 'contains'
    if (said.possible.has(key) || listed.possible.has(key)) return 'may contain'
    if (isUnclearIn(said, key) || isUnclearIn(listed, key)) return 'not known'
    return isFree(key) ? 'free' : 'not known'
  })
}

/**
 * The submitted statements, otherwise the stored ones; allergens without either, or newly named in the texts,
 * are read from the texts. A stored `free` does not survive texts that name the allergen otherwise.
 */
export function completeAllergens(
  submitted: Partial<AllergenStatements>,
  stored: AllergenStatements | null,
  texts: { allergy_advice: string | null; ingredients: string | null },
): AllergenStatements {
  const read = readAllergens(texts.allergy_advice, texts.ingredients)
  const said = findNamedInAdvice(texts.allergy_advice)
  const listed = findNamedInIngredients(texts.ingredients)
  return eachAllergen((key) => {
    const known = stored?.[key] ?? read[key]
    if (submitted[key]) return submitted[key]
    if (read[key] === 'contains' || (read[key] === 'may contain' && known !== 'contains')) return read[key]
    if (known === 'free' && (isUnclearIn(said, key) || isUnclearIn(listed, key))) return 'not known'
    return known
  })
}
