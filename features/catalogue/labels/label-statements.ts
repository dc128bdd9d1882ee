import { isNutritionClaim } from '#features/catalogue/nutrition/nutrition-claims.ts'

export type LabelStatements = {
  safety: string[]
  nutrition: string[]
  suitableFor: string[]
  other: string[]
}

const NOTHING = /^(?:none|nil|no|n\/?a|not applicable|-|–|—)$/i
const SAFETY =
  /^(?:not|never|do not|don’t|don't|may contain|contains(?! no\b)|warning|caution|danger|allergy|allergen)\b|\b(?:unsuitable|not (?:suitable|recommended|advised|safe|for)|infants?|bab(?:y|ies)|toddlers?|children|pregnan\w*|breast-?feeding|chok\w+|keep out of|out of reach|avoid|seek (?:medical )?advice|doctor|medic(?:al|ation|ines?)|traces?|anaphyla\w*)\b/i
const NUTRITION =
  /\bnutrition(?:al)?\b|\b(?:values?|figures?) (?:are|is)? ?(?:for|of|per|as)\b|\bas (?:brewed|prepared|sold|consumed|made up)\b/i
const CERTIFIED =
  /\borganic\b|\b[a-z]{2}-(?:org|bio|öko|oko|eco)-[a-z0-9]+\b|\bcertif\w*\b|\b(?:fair\s?trade|rainforest alliance)\b/i
const DIET =
  /^(?:suits? |suitable for (?!the )|ideal for )?(?:strict |ovo-?|lacto-?)*(?:vegans?|vegetarians?|plant[ -]based|pescatarians?|pescetarians?|halal|kosher|jains?|s[aā]ttvic|hindus?|muslims?|co?eliacs?|diabetics?|keto(?:genic)?|pal[a]?eo|low[ -]fodmap|flexitarians?|raw food)(?:s| diets?| friendly)?$|\b(?:gluten|wheat|dairy|milk|lactose|egg|nut|peanut|soya?|sesame|fish|mustard|celery|sulphites?|meat|onion|garlic)[ -]free\b|^(?:suits?|suitable for) /i
/** After a warning, only these start a new statement; other list items belong to it. */
const ENDS_WARNING = /[ -]free\b/i

/** A full stop within a number or abbreviation does not end a sentence. */
const splitSentences = (text: string) => text.split(/[;\n•|]+|(?<=[^\s.]{2})\.(?=\s|$)/)
const splitParts = (sentence: string) => sentence.split(/,(?![^(]*\))/)

const isCertified = (part: string) => CERTIFIED.test(part)

/** A list that starts with a warning is one statement: 'Not suitable for infants, pregnant women'. */
export function classifyLabelStatements(texts: readonly (string | null)[]): LabelStatements {
  const statements: LabelStatements = { safety: [], nutrition: [], suitableFor: [], other: [] }
  for (const sentence of texts.flatMap((text) => splitSentences(text ?? ''))) {
    let warning: string[] | null = null
    for (const part of splitParts(sentence)
      .map((each) => each.trim())
      .filter((each) => each && !NOTHING.test(each))) {
      const kind = statementKind(part)
      if (
        warning &&
        kind !== 'safety' &&
        !ENDS_WARNING.test(part) &&
        !isNutritionClaim(part) &&
        !isCertified(part)
      ) {
        warning.push(part)
        statements.safety[statements.safety.length - 1] = warning.join(', ')
        continue
      }
      statements[kind].push(part)
      warning = kind === 'safety' ? [part] : null
    }
  }
  return {
    ...statements,
    safety: [...new Set(statements.safety)],
    suitableFor: [...new Set(statements.suitableFor)],
  }
}

function statementKind(part: string): keyof LabelStatements {
  if (isNutritionClaim(part) || isCertified(part)) return SAFETY.test(part) ? 'safety' : 'other'
  if (NUTRITION.test(part)) return 'nutrition'
  if (SAFETY.test(part)) return 'safety'
  return DIET.test(part) ? 'suitableFor' : 'other'
}
