import './production-mode.ts'
import { getRequestListener } from '@hono/node-server'
import { compose } from './compose.ts'
import { openDatabase } from './database.ts'
import { readSettings } from './env.ts'
import { finish, listen, serve } from './http-server.ts'
import { createLog } from './log.ts'
import { PlainProblem } from './plain-problem.ts'

const PATIENCE_MILLISECONDS = 10_000

/** What has been started, in the order in which it ends: requests under way still need the database. */
const ends: { http?: () => Promise<void>; shop?: () => Promise<void>; database?: () => Promise<void> } = {}
let ending: Promise<never> | undefined

try {
  await start()
} catch (problem) {
  await fail(problem)
}

async function start() {
  process.once('SIGTERM', () => void end())
  process.once('SIGINT', () => void end())
  const settings = readSettings(process.env)
  if (!settings.ok) throw new PlainProblem(settings.refusal.lines.join('\n'))
  const log = createLog()
  const server = await listen(settings.value)
  ends.http = () => finish(server, PATIENCE_MILLISECONDS)
  const database = await openDatabase(settings.value, log, (problem) => void fail(problem))
  ends.database = database.stop
  const shop = await compose({ settings: settings.value, db: database.db, log })
  ends.shop = shop.stop
  serve(server, getRequestListener(shop.fetch, { overrideGlobalObjects: false }))
  for (const line of shop.greeting) console.log(line)
}

/** A problem that its reader can mend is one line; anything else is a bug and shows where it came from. */
async function fail(problem: unknown) {
  console.error(problem instanceof Error && PlainProblem.is(problem) ? problem.message : problem)
  process.exitCode = 1
  await end()
}

function end(): Promise<never> {
  process.once('SIGINT', () => process.exit(130))
  return (ending ??= (async () => {
    for (const close of [ends.http, ends.shop, ends.database]) await close?.().catch((problem) => console.error(problem))
    return process.exit()
  })())
}
