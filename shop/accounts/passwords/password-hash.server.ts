import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** OWASP's minimum for argon2id; memory in KiB. About 25 ms per hash. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const TAG_BYTES = 32
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

type Cost = { memory: number; passes: number; parallelism: number }

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, salt, COST)
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`
  return `$argon2id$v=19$${cost}$${salt.toString('base64url')}$${tag.toString('base64url')}`
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
function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  const parameters = { ...cost, message: password.normalize('NFKC'), nonce, tagLength: TAG_BYTES }
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}
