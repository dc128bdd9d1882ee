import { join } from 'node:path'
import type { connect } from '#db/connection/connect.server.ts'
import { startPooler } from '#tests/fixtures/databases/connection-pooler.ts'
import { connectionStringOf } from '#tests/fixtures/databases/shop-database.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { Step } from '#prove/runner/proof.ts'
import { isForTests, leftOut } from '#prove/runner/short-run.ts'

const CUT_MILLISECONDS = 30

export const pooler: Step = {
  name: 'pooler',
  asks: 'a pooler that drops the options of connections now and then, under a shop that runs: nothing is asked as anybody but the role of each pool',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const { dataDir } = await stage.shop()
    const { connect: open } = (await import(join(stage.tree, 'db/connection/connect.server.ts'))) as { connect: typeof connect }
    const owner = connectionStringOf(dataDir)
    const way = await startPooler(owner)
    try {
      way.state.dropsOptions = false
      const db = await open({ connectionString: way.through(owner) })
      const roleOf = (asked: PromiseLike<{ rows: { role?: unknown }[] }>) => Promise.resolve(asked).then(({ rows }) => rows[0]?.role, () => 'refused')
      for (let round = 0; round < stage.times(500, 4); round += 1) {
        way.state.dropsOptions = round % 2 === 0
        way.cutAll()
        await new Promise((resolve) => setTimeout(resolve, CUT_MILLISECONDS))
        const asked = {
          ninth_bend_accounts: roleOf(db.accounts.query('select current_user as role')),
          ninth_bend_visitor: roleOf(db.visitor.selectNoFrom((one) => one.fn<string>('current_setting', [one.val('role')]).as('role')).execute().then((rows) => ({ rows }))),
          ninth_bend_worker: roleOf(db.worker.selectNoFrom((one) => one.fn<string>('current_setting', [one.val('role')]).as('role')).execute().then((rows) => ({ rows }))),
        }
        for (const [role, answer] of Object.entries(asked)) {
          const was = await answer
          const expected = way.state.dropsOptions ? 'refused' : role
          tries.expect(was === expected, () => `round ${round}: ${role} asked as ${String(was)}`)
        }
      }
      await db.close()
      way.state.dropsOptions = true
      const starting = await open({ connectionString: way.through(owner) }).then(() => 'opened', (problem: Error) => problem.message)
      tries.expect(starting.includes("drops the start-up parameter 'options'"), () => `a start was answered ${starting}`)
    } finally {
      way.close()
    }
    return ''
  },
}

export const poolerMutant: Mutant = {
  guard: 'a connection is asked who it is before anything else', step: 'pooler', file: 'db/connection/connection-role.server.ts',
  from: 'if (role === expected.role && searchPath === expected.searchPath) return', to: 'if (expected.role !== searchPath) return',
}
