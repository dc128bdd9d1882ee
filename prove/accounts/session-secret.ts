import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnShop } from '#tests/fixtures/shops/running-shop.ts'
import { createSeededRandom } from '#prove/runner/seeded-random.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

const SEED = 21
const DAMAGED_FILES: ((random: () => number) => string)[] = [
  () => '',
  (random) => 'x'.repeat(1 + Math.floor(random() * 31)),
  (random) => ' \n\t'.repeat(1 + Math.floor(random() * 40)),
  () => '\0'.repeat(44),
  (random) => `${'\0'.repeat(40)}${'y'.repeat(Math.floor(random() * 31))}`,
]

export const sessionSecret: ProofStep = {
  name: 'secret',
  scenario:
    'a session secret that is empty, short, white space or zeros: the start ends with one line and leaves the file unchanged',
  async runProof(proofContext, checks) {
    const random = createSeededRandom(SEED)
    for (let round = 0; round < proofContext.times(100, DAMAGED_FILES.length); round += 1) {
      const dataDir = proofContext.dataDir()
      mkdirSync(join(dataDir, 'mail'))
      writeFileSync(join(dataDir, 'secret'), DAMAGED_FILES[round % DAMAGED_FILES.length]!(random))
      const shop = spawnShop({
        main: join(proofContext.tree, 'tests/fixtures/shops/start-test-shop.ts'),
        env: {
          PORT: '0',
          HOST: '127.0.0.1',
          DATA_DIR: dataDir,
          DEMO: 'off',
          ACCEPT_DATA_LOSS: 'yes',
          SESSION_SECRET: undefined,
          DATABASE_URL: undefined,
        },
      })
      const opened = await Promise.race([
        shop.ended.then(() => false),
        shop.waitForOutput(' is open at ').then(
          () => true,
          () => false,
        ),
      ])
      if (opened) shop.process.kill('SIGTERM')
      const code = await shop.ended
      const lines = shop.output().trim().split('\n')
      checks.expect(
        !opened && code === 1 && lines.length === 1 && lines[0]!.includes('holds fewer than 32 bytes'),
        () => `round ${round}: ${opened ? 'the shop opened' : lines.join(' | ').slice(0, 200)}`,
      )
    }
    return `seed ${SEED}`
  },
}
