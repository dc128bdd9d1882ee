import { join } from 'node:path'
import type { connect } from '#platform/database/connection/connect.server.ts'
import { startConnectionPooler } from '#tests/fixtures/databases/connection-pooler.ts'
import { connectionStringOf } from '#tests/fixtures/databases/shop-database.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

const DISCONNECT_INTERVAL_MS = 30

export const connectionPooler: ProofStep = {
  name: 'pooler',
  scenario:
    'a pooler sometimes drops the startup options of connections: no query runs with another role than that of its pool',
  async runProof(proofContext, checks) {
    const { dataDir } = await proofContext.shop()
    const { connect: open } = (await import(
      join(proofContext.tree, 'platform/database/connection/connect.server.ts')
    )) as { connect: typeof connect }
    const owner = connectionStringOf(dataDir)
    const pooler = await startConnectionPooler(owner)
    try {
      pooler.state.dropsOptions = false
      const db = await open({ connectionString: pooler.through(owner) })
      const roleOf = (roles: PromiseLike<{ rows: { role?: unknown }[] }>) =>
        Promise.resolve(roles).then(
          ({ rows }) => rows[0]?.role,
          () => 'refused',
        )
      for (let round = 0; round < proofContext.times(500, 4); round += 1) {
        pooler.state.dropsOptions = round % 2 === 0
        pooler.cutAll()
        await new Promise((resolve) => setTimeout(resolve, DISCONNECT_INTERVAL_MS))
        const roles = {
          ninth_bend_accounts: roleOf(db.accounts.query('select current_user as role')),
          ninth_bend_visitor: roleOf(
            db.visitor
              .selectNoFrom((builder) =>
                builder.fn<string>('current_setting', [builder.val('role')]).as('role'),
              )
              .execute()
              .then((rows) => ({ rows })),
          ),
          ninth_bend_worker: roleOf(
            db.worker
              .selectNoFrom((builder) =>
                builder.fn<string>('current_setting', [builder.val('role')]).as('role'),
              )
              .execute()
              .then((rows) => ({ rows })),
          ),
        }
        for (const [role, answer] of Object.entries(roles)) {
          const actualRole = await answer
          const expected = pooler.state.dropsOptions ? 'refused' : role
          checks.expect(
            actualRole === expected,
            () => `round ${round}: ${role} asked as ${String(actualRole)}`,
          )
        }
      }
      await db.close()
      pooler.state.dropsOptions = true
      const starting = await open({ connectionString: pooler.through(owner) }).then(
        () => 'opened',
        (problem: Error) => problem.message,
      )
      checks.expect(
        starting.includes("drops the start-up parameter 'options'"),
        () => `a start was answered ${starting}`,
      )
    } finally {
      pooler.close()
    }
    return ''
  },
}

export const poolerMutant: Mutant = {
  guard: 'the role of each connection is checked before its first query',
  step: 'pooler',
  file: 'platform/database/connection/startup-options.server.ts',
  from: 'if (role === expected.role && searchPath === expected.searchPath) return',
  to: 'if (expected.role !== searchPath) return',
}
