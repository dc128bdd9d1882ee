const SOFT_LINE_BREAK = /=\r?\n/g
const QUOTED_BYTES = /(?:=[0-9A-F]{2})+/gi
/** Base64 lines of the length that nodemailer uses. */
const BASE64_LINES = /^(?:[A-Za-z0-9+/]{60,76}\r?\n)*[A-Za-z0-9+/]{4,76}={0,2}\r?$/gm
const ENCODED_WORD = /=\?utf-8\?([bq])\?([^?]*)\?=/gi

const decodeQuoted = (text: string): string =>
  text
    .replaceAll(SOFT_LINE_BREAK, '')
    .replaceAll(QUOTED_BYTES, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'))
const decodeBase64 = (text: string): string => Buffer.from(text, 'base64').toString('utf8')

/** All text of an email in each possible encoding, for searching; not for display. */
export function decodeMail(source: Uint8Array): string {
  const raw = Buffer.from(source).toString('utf8')
  const words = [...raw.matchAll(ENCODED_WORD)].map(([, encoding, text]) =>
    encoding!.toLowerCase() === 'b' ? decodeBase64(text!) : decodeQuoted(text!),
  )
  const blocks = [...raw.matchAll(BASE64_LINES)].map(([block]) => decodeBase64(block))
  // An address must not start where a line was broken.
  return [raw.replaceAll(SOFT_LINE_BREAK, ''), decodeQuoted(raw), ...words, ...blocks].join('\n')
}
