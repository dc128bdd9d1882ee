/** A message as a mail program reads it, for tests that look at the files themselves. */
export type ReadMail = {
  /** Names in lower case; values unfolded and decoded. */
  headers: Map<string, string[]>
  header(name: string): string | undefined
  text: string
  html: string
}

/** Reads an `.eml` of one or two parts: folded and encoded headers, quoted-printable, base64 and plain bodies. */
export function readEml(raw: Buffer): ReadMail {
  const { headers, body } = splitEntity(raw.toString('latin1'))
  const parts = partsOf(headers, body)
  const find = (type: string) => parts.find((part) => first(part.headers, 'content-type')?.startsWith(type))
  return {
    headers,
    header: (name) => first(headers, name),
    text: decoded(find('text/plain')).replaceAll('\r\n', '\n'),
    html: decoded(find('text/html')).replaceAll('\r\n', '\n'),
  }
}

type Entity = { headers: Map<string, string[]>; body: string }

function splitEntity(raw: string): Entity {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [, name = '', value = ''] = /^([!-9;-~]+):[ \t]*(.*)$/.exec(line) ?? []
    if (name === '') throw new Error(`Not a header: ${line}`)
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), decodeWords(value)])
  }
  return { headers, body: raw.slice(end + 4) }
}

const first = (headers: Map<string, string[]>, name: string) => headers.get(name.toLowerCase())?.[0]

function partsOf(headers: Map<string, string[]>, body: string): Entity[] {
  const boundary = /boundary="?([^";]+)"?/.exec(first(headers, 'content-type') ?? '')?.[1]
  if (boundary === undefined) return [{ headers, body }]
  const pieces = `\r\n${body}`.split(`\r\n--${boundary}`)
  if (!pieces.at(-1)?.startsWith('--')) throw new Error('The last part is not closed.')
  return pieces.slice(1, -1).flatMap((piece) => {
    const part = splitEntity(piece.replace(/^\r\n/, ''))
    return partsOf(part.headers, part.body)
  })
}

function decoded(part: Entity | undefined): string {
  if (part === undefined) return ''
  const encoding = first(part.headers, 'content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString()
  return encoding === 'quoted-printable' ? fromQuotedPrintable(part.body) : Buffer.from(part.body, 'latin1').toString()
}

const fromQuotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const decodeWords = (value: string) =>
  value
    .replace(/(=\?[^?]+\?[bq]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : fromQuotedPrintable(text.replaceAll('_', ' ')),
    )
