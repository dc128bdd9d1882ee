/** The setting: a proxy passes the other header on as the client sent it, so only one can be trusted. */
export const FORWARDED_HEADERS = ['x-forwarded-for', 'forwarded'] as const
export type ForwardedHeader = (typeof FORWARDED_HEADERS)[number]

const FOR_PARAMETER = /^for$/i
const TOKEN = /^[\w!#$%&'*+.^`|~:[\]-]+$/

/** The entries of the header from right to left, each as a possible address; empty if it contains none. */
export function* entriesFromRight(name: ForwardedHeader, value: string): Generator<string> {
  if (name === 'x-forwarded-for')
    yield* value
      .split(',')
      .toReversed()
      .map((entry) => entry.trim())
  else for (const element of splitFromRight(value, ',')) yield forParameterOf(element)
}

/** RFC 7239: `for=192.0.2.60;proto=http`, `For="[2001:db8::17]:4711"`, `for=unknown`, `for=_hidden`. */
function forParameterOf(element: string): string {
  const values = [...splitFromRight(element, ';')].flatMap((pair) => {
    const [name = '', ...rest] = pair.split('=')
    return FOR_PARAMETER.test(name.trim()) ? [unquote(rest.join('=').trim())] : []
  })
  return values.length === 1 ? values[0]! : ''
}

function unquote(value: string): string {
  if (value.length > 1 && value.startsWith('"') && value.endsWith('"'))
    return value.slice(1, -1).replaceAll(/\\(.)/g, '$1')
  return TOKEN.test(value) ? value : ''
}

/**
 * From the right, because everything left of a trusted proxy's entry comes from the client: read from the
 * left, an unclosed quotation mark would hide or shift the entry.
 */
function* splitFromRight(text: string, separator: string): Generator<string> {
  let end = text.length
  let isQuoted = false
  for (let index = text.length - 1; index >= 0; index -= 1) {
    const character = text[index]
    if (character === '"') isQuoted = !isQuoted || isEscaped(text, index)
    else if (character === separator && !isQuoted) {
      yield text.slice(index + 1, end).trim()
      end = index
    }
  }
  yield text.slice(0, end).trim()
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text[index - 1 - backslashes] === '\\') backslashes += 1
  return backslashes % 2 === 1
}
