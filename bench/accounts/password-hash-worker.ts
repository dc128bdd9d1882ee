import { hashPassword, verifyPassword } from '#features/accounts/passwords/password-hash.server.ts'
import { PASSWORD } from '#tests/fixtures/http/http-client.ts'
import { runConcurrently } from '#bench/runner/http-load.ts'

export type HashMeasurement = { seconds: number; times: number[]; microseconds: number }

const hash = await hashPassword(PASSWORD)

async function measureHashes({ concurrency, count }: { concurrency: number; count: number }) {
  const used = process.cpuUsage()
  const times: number[] = []
  const seconds = await runConcurrently(concurrency, Array.from({ length: count }), async () => {
    const began = performance.now()
    if (!(await verifyPassword({ hash, password: PASSWORD })))
      throw new Error('The correct password was rejected.')
    times.push(performance.now() - began)
  })
  const { user, system } = process.cpuUsage(used)
  process.send!({ seconds, times, microseconds: user + system } satisfies HashMeasurement)
}
process.on('message', (task: { concurrency: number; count: number }) => void measureHashes(task))
process.send!('ready')
