import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { collapseWhiteSpace } from '#shop/text/white-space.ts'

/** The areas of the United Kingdom, including BX for banks but not BF of the forces. */
export const POST_CODE_AREAS =
  'AB|AL|B|BA|BB|BD|BH|BL|BN|BR|BS|BT|BX|CA|CB|CF|CH|CM|CO|CR|CT|CV|CW|DA|DD|DE|DG|DH|DL|DN|DT|DY|E|EC|EH|EN|EX|FK|FY|G|GL|GU|HA|HD|HG|' +
  'HP|HR|HS|HU|HX|IG|IP|IV|KA|KT|KW|KY|L|LA|LD|LE|LL|LN|LS|LU|M|ME|MK|ML|N|NE|NG|NN|NP|NR|NW|OL|OX|PA|PE|PH|PL|PO|PR|RG|RH|RM|S|SA|SE|SG|' +
  'SK|SL|SM|SN|SO|SP|SR|SS|ST|SW|SY|TA|TD|TF|TN|TQ|TR|TS|TW|UB|W|WA|WC|WD|WF|WN|WR|WS|WV|YO|ZE'
/** A district is a number; in central London a letter may follow. */
const OUTWARD = `(?:${POST_CODE_AREAS})[1-9]?[0-9]|[ENW][0-9][ABCDEFGHJKPSTUW]|(?:EC|NW|SE|SW|WC)[0-9][ABEHMNPRVWXY]`
const INWARD = '[0-9][ABD-HJLNP-UW-Z]{2}'
const INWARD_LENGTH = 3
const POST_CODE = new RegExp(`^(?:(?:${OUTWARD})${INWARD}|GIR0AA)$`)
/** The British Forces Post Office, by number or postcode. */
const FORCES = /^BF(?:PO[0-9]{0,4}|[0-9]{2,3}[A-Z]{2})$/
const ISLANDS_OUTSIDE = /^(?:JE|GY|IM)[0-9]/
const SEPARATORS = /[-.()]/g

/** Converts ASCII only: toUpperCase would turn 'ß' and 'ı' into postcode letters. */
const upperCase = (text: string) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
const lettersAndDigits = (entered: string) =>
  upperCase(collapseWhiteSpace(entered).replaceAll(' ', '').replace(SEPARATORS, ''))

export type PostCodeRefusal = Refusal<'not-uk'> | Refusal<'outside-uk'> | Refusal<'forces'>

/**
 * In any notation: 'sw1a1aa' becomes 'SW1A 1AA'. Refused: 'outside-uk' for Jersey, Guernsey and the Isle of Man, 'forces' for BFPO,
 * 'not-uk' otherwise. The same rule as features/checkout/sql/deliverable_post_code.sql.
 */
export function parseDeliverablePostCode(entered: string): Outcome<string, PostCodeRefusal> {
  const code = lettersAndDigits(entered)
  if (POST_CODE.test(code)) return done(`${code.slice(0, -INWARD_LENGTH)} ${code.slice(-INWARD_LENGTH)}`)
  if (FORCES.test(code)) return refused('forces')
  return ISLANDS_OUTSIDE.test(code) ? refused('outside-uk') : refused('not-uk')
}

/** For a profile: a UK postcode is normalised, any other text is unchanged. */
export function normalisePostCode(entered: string): string {
  const checked = parseDeliverablePostCode(entered)
  return checked.ok ? checked.value : upperCase(collapseWhiteSpace(entered))
}
