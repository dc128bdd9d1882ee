import { types } from 'pg'

type TextParser = (text: string) => unknown

const { builtins } = types
const ARRAY_OF = { int8: 1016, numeric: 1231, timestamptz: 1185, date: 1182 } as const

/** '2026-11-21 14:16:00.25+00' becomes '2026-11-21T14:16:00.25Z', without rounding. */
function isoInstant(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)\+00$/.exec(text)
  if (parts) return `${parts[1]}T${parts[2]}Z`
  return /infinity|BC/.test(text)
    ? text
    : new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}

type TypeId = Parameters<typeof types.getTypeParser>[0]
const TEXT_ARRAY = 1009 as TypeId
const textArray = types.getTypeParser(TEXT_ARRAY) as (text: string) => (string | null)[]
const arrayOf =
  (parse: TextParser): TextParser =>
  (text) =>
    textArray(text).map((item) => (item === null ? null : parse(item)))

const asText: TextParser = (text) => text

function parsers(own: Record<number, TextParser>) {
  return {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      (format !== 'binary' && own[oid]) || types.getTypeParser(oid, format),
  }
}

/** Money and counts become numbers, times become ISO strings. */
export const shopTypeParsers = parsers({
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.TIMESTAMPTZ]: isoInstant,
  [builtins.TIMESTAMP]: asText,
  [builtins.DATE]: asText,
  [ARRAY_OF.int8]: arrayOf(Number),
  [ARRAY_OF.numeric]: arrayOf(Number),
  [ARRAY_OF.timestamptz]: arrayOf(isoInstant),
  [ARRAY_OF.date]: arrayOf(asText),
})

/** The accounts library expects Date objects. */
export const accountTypeParsers = parsers({ [builtins.INT8]: Number })
