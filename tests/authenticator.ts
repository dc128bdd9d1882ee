import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MILLISECONDS = 30_000

/** The code that an app of its own making shows for a key in base32 (RFC 6238), so many steps of 30 seconds from now. */
export function codeOf(key: string, stepsFromNow = 0): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MILLISECONDS) + stepsFromNow))
  const mac = createHmac('sha1', fromBase32(key)).update(counter).digest()
  const offset = mac.at(-1)! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Six digits that no app shows for the key about now. */
export function wrongCodeOf(key: string, guess = 0): string {
  const right = new Set([-2, -1, 0, 1, 2, 3].map((step) => codeOf(key, step)))
  const wrong = Array.from({ length: 100 }, (_, n) => String(n).padStart(6, '0')).filter((code) => !right.has(code))
  return wrong[guess]!
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
