import { getRequestListener } from '@hono/node-server'
import type { Outcome, Refusal } from '#shop/outcome.ts'
import { compose, type Choices } from './compose.ts'
import { openDataDirectory } from './data-directory.ts'
import { openDatabase } from './database.ts'
import { readSettings } from './env.ts'
import { finish, listen, serve } from './http-server.ts'
import { createLog } from './log.ts'
import { PlainProblem } from './plain-problem.ts'

const PATIENCE_MILLISECONDS = 10_000

/** Opens the shop in this process and closes it on SIGTERM or Ctrl-C. Nothing of it is imported by anything else. */
export async function run(environment: NodeJS.ProcessEnv, choices: Choices = {}): Promise<void> {
  /** In the order in which they end: requests under way still need the database. */
  const ends: { http?: () => Promise<void>; shop?: () => Promise<void>; database?: () => Promise<void> } = {}
  let ending: Promise<never> | undefined

  const end = () => {
    // Asked twice, the shop goes at once.
    process.once('SIGINT', () => process.exit(130))
    return (ending ??= (async () => {
      for (const close of [ends.http, ends.shop, ends.database]) {
        await close?.().catch((problem: unknown) => console.error(problem))
      }
      return process.exit()
    })())
  }
  /** A problem that its reader can mend is one line; anything else is a bug and shows where it came from. */
  const fail = async (problem: unknown) => {
    console.error(problem instanceof Error && PlainProblem.is(problem) ? problem.message : problem)
    process.exitCode = 1
    await end()
  }

  process.once('SIGTERM', () => void end())
  process.once('SIGINT', () => void end())
  try {
    const settings = orThrow(readSettings(environment), ({ problems }) => problems)
    const dataDirectory = orThrow(openDataDirectory(settings), ({ problem }) => [problem])
    const log = createLog()
    const { server, address } = await listen(settings)
    ends.http = () => finish(server, PATIENCE_MILLISECONDS)
    const database = await openDatabase({ ...settings, dataDirectory }, log, (problem) => void fail(problem))
    ends.database = database.stop
    const publicUrl = settings.publicUrl ?? address
    const shop = await compose({ settings, dataDirectory, publicUrl, db: database.db, log, choices })
    ends.shop = shop.stop
    serve(server, getRequestListener(shop.fetch))
    for (const line of shop.greeting) console.log(line)
  } catch (problem) {
    await fail(problem)
  }
}

function orThrow<Value, R extends Refusal>(outcome: Outcome<Value, R>, problems: (refusal: R) => string[]): Value {
  if (outcome.ok) return outcome.value
  throw new PlainProblem(problems(outcome.refusal).join('\n'))
}
