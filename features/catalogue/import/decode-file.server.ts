import { setImmediate } from 'node:timers/promises'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'

export type DecodeRefusal = Refusal<'empty' | 'workbook' | 'not-text'>

/** First bytes of spreadsheet files, which some people rename to .csv. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0xd0, 0xcf, 0x11, 0xe0],
]
const startsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte)

/** All control characters except tab and line ends; no text contains them. */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\n\r\u0080-\u009F]/u

/** Excel writes UTF-16 with a byte order mark; without one, every second byte of Latin text is 0. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const sample = bytes.subarray(0, 2000)
  const zerosAt = (offset: number) =>
    sample.filter((byte, index) => index % 2 === offset && byte === 0).length
  const half = sample.length / 2
  if (zerosAt(1) > half * 0.6 && zerosAt(0) === 0) return 'utf-16le'
  return zerosAt(0) > half * 0.6 && zerosAt(1) === 0 ? 'utf-16be' : null
}

/** Bytes to decode before other requests get a turn. */
const BYTES_PER_TURN = 256 * 1024

/** Decodes in parts; null if the bytes have another encoding. */
async function decodeAs(encoding: string, bytes: Uint8Array): Promise<string[] | null> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += BYTES_PER_TURN) {
    const end = start + BYTES_PER_TURN
    try {
      parts.push(decoder.decode(bytes.subarray(start, end), { stream: end < bytes.length }))
    } catch {
      return null
    }
    await setImmediate()
  }
  return parts
}

/** UTF-8, UTF-16 or Windows-1252, with or without a byte order mark, as spreadsheets write them. */
export async function decodeFile(bytes: Uint8Array): Promise<Outcome<string, DecodeRefusal>> {
  if (WORKBOOKS.some((start) => startsWith(bytes, start))) return refused('workbook')
  const parts =
    (await decodeAs(utf16Of(bytes) ?? 'utf-8', bytes)) ?? (await decodeAs('windows-1252', bytes)) ?? []
  let isEmpty = true
  for (const part of parts) {
    if (CONTROL_CHARACTERS.test(part)) return refused('not-text')
    isEmpty &&= part.trim() === ''
    await setImmediate()
  }
  return isEmpty ? refused('empty') : done(parts.join(''))
}
