/** Letters that a British post code uses where it uses any; the inward part leaves out those easily misread. */
const OUTWARD = /^(?:[A-PR-UWYZ][0-9]{1,2}|[A-PR-UWYZ][A-HK-Y][0-9]{1,2}|[A-PR-UWYZ][0-9][A-Z]|[A-PR-UWYZ][A-HK-Y][0-9][A-Z])$/
const INWARD = /^[0-9][ABD-HJLNP-UW-Z]{2}$/
const INWARD_LENGTH = 3
/** Jersey, Guernsey and the Isle of Man have British post codes, but are not in the United Kingdom. */
const ISLANDS_OUTSIDE = /^(?:JE|GY|IM)[0-9]/

const lettersAndDigits = (entered: string) => entered.toUpperCase().replace(/[\s\-.()]/g, '')

/** True for the forms of British post codes, however they are spaced; 'GIR 0AA' is the one that follows no form. */
export function looksLikePostCode(entered: string): boolean {
  const postCode = lettersAndDigits(entered)
  if (postCode === 'GIR0AA') return true
  return OUTWARD.test(postCode.slice(0, -INWARD_LENGTH)) && INWARD.test(postCode.slice(-INWARD_LENGTH))
}

/** D19: what is worth a gentle word about a post code; nothing about it is ever refused. */
export function postCodeRemark(entered: string): 'unusual' | 'outside-uk' | null {
  if (!entered.trim()) return null
  if (!looksLikePostCode(entered)) return 'unusual'
  return ISLANDS_OUTSIDE.test(lettersAndDigits(entered)) ? 'outside-uk' : null
}
