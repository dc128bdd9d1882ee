import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** OWASP's minimum for argon2id; memory in KiB. About 25 ms per hash. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

export type PasswordCost = { memory: number; passes: number; parallelism: number }

export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, salt, cost)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${tag.toString('base64url')}`
}

export async function verifyPassword({
  hash,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', stored = ''] = STORED.exec(hash) ?? []
  if (!stored) return false
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const tag = await derive(password, Buffer.from(salt, 'base64url'), cost)
  const expected = Buffer.from(stored, 'base64url')
  return expected.length === tag.length && timingSafeEqual(expected, tag)
}

/** Normalised, because keyboards may send the same characters as different code points. */
function derive(password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> {
  const parameters = { ...cost, message: password.normalize('NFKC'), nonce, tagLength: TAG_BYTES }
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}
