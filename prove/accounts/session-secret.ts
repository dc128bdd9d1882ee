import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openShop } from '#tests/fixtures/shops/running-shop.ts'
import { chanceOf } from '#prove/runner/seeded-random.ts'
import type { Step } from '#prove/runner/proof.ts'
import { isForTests, leftOut } from '#prove/runner/short-run.ts'

const SEED = 21
/** What a power cut or a slip leaves of a file. */
const DAMAGES: ((chance: () => number) => string)[] = [
  () => '', (chance) => 'x'.repeat(1 + Math.floor(chance() * 31)), (chance) => ' \n\t'.repeat(1 + Math.floor(chance() * 40)), () => '\0'.repeat(44),
  (chance) => `${'\0'.repeat(40)}${'y'.repeat(Math.floor(chance() * 31))}`,
]

export const secret: Step = {
  name: 'secret',
  asks: 'a secret of sessions that is empty, short, whitespace or the zeros of a lost block: the shop does not open, says so in one line and leaves the file as it is',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const chance = chanceOf(SEED)
    for (let round = 0; round < stage.times(100, DAMAGES.length); round += 1) {
      const dataDir = stage.dataDir()
      mkdirSync(join(dataDir, 'mail'))
      writeFileSync(join(dataDir, 'secret'), DAMAGES[round % DAMAGES.length]!(chance))
      const shop = openShop({
        main: join(stage.tree, 'tests/fixtures/shops/start-test-shop.ts'),
        env: { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: 'off', SESSION_SECRET: undefined, DATABASE_URL: undefined },
      })
      const opened = await Promise.race([shop.ended.then(() => false), shop.said(' is open at ').then(() => true, () => false)])
      if (opened) shop.process.kill('SIGTERM')
      const code = await shop.ended
      const lines = shop.output().trim().split('\n')
      tries.expect(!opened && code === 1 && lines.length === 1 && lines[0]!.includes('holds fewer than 32 bytes'), () => `round ${round}: ${opened ? 'the shop opened' : lines.join(' | ').slice(0, 200)}`)
    }
    return `seed ${SEED}`
  },
}
