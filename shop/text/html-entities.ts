/** Named entities in code point order from 160: the Latin letters and signs of HTML 4. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

/** Each name is followed by its character. */
const OTHERS =
  'amp & lt < gt > quot " apos \' num # percnt % equals = plus + comma , colon : period . minus − frasl / ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ lsaquo ‹ rsaquo › bull • hellip … dagger † prime ′ Prime ″ euro € rupee ₹ trade ™ le ≤ ge ≥ ne ≠ asymp ≈ check ✓ star ☆ hearts ♥ rarr → larr ← frac13 ⅓ frac23 ⅔ OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ'
const SPACES = 'ensp emsp thinsp Tab'

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, index) => [name, String.fromCharCode(160 + index)] as const),
  ...Array.from(OTHERS.matchAll(/(\w+) (\S+)/g), ([, name, character]) => [name!, character!] as const),
  ...SPACES.split(' ').map((name) => [name, ' '] as const),
])

/** Numbers from 128 to 159 mean the Windows-1252 characters. */
const WINDOWS_1252 = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'

function fromNumber(code: number): string {
  const character = code >= 128 && code < 160 ? WINDOWS_1252.charAt(code - 128) : undefined
  if (character !== undefined) return character.replace('\0', '')
  const isText = code === 9 || code === 10 || code === 13 || (code >= 32 && code !== 127)
  return isText && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : ''
}

/** Unknown entities stay unchanged. */
export const decodeEntities = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]\w{1,15}));/g,
    (whole, decimal, hex, name) => {
      if (decimal !== undefined) return fromNumber(Number(decimal))
      if (hex !== undefined) return fromNumber(Number.parseInt(hex, 16))
      return NAMED.get(name) ?? whole
    },
  )
