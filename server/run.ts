import { setTimeout as pause } from 'node:timers/promises'
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
/** npm passes on the Ctrl-C that the terminal has sent to everybody: what follows so soon is the same one. */
const SAME_KEY_MILLISECONDS = 500

/** Opens the shop in this process and closes it on SIGTERM or Ctrl-C. Nothing of it is imported by anything else. */
export async function run(environment: NodeJS.ProcessEnv, choices: Choices = {}): Promise<void> {
  /** In the order in which they end: requests under way still need the database. */
  const ends: { http?: () => Promise<void>; shop?: () => Promise<void>; database?: () => Promise<void> } = {}
  const ending = new AbortController()
  let ended: Promise<never> | undefined
  let askedAt = 0

  const end = () => {
    if (!ended) askedAt = performance.now()
    ending.abort()
    return (ended ??= (async () => {
      for (const close of [ends.http, ends.shop, ends.database]) {
        await close?.().catch((problem: unknown) => console.error(problem))
      }
      return process.exit()
    })())
  }
  /** A problem that its reader can mend is one line; anything else is a bug and shows where it came from. */
  const fail = async (problem: unknown) => {
    // What breaks off because somebody ends the shop was asked for.
    if (!ending.signal.aborted) {
      console.error(problem instanceof Error && PlainProblem.is(problem) ? problem.message : problem)
      process.exitCode = 1
    }
    await end()
  }

  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => {
    // Asked twice, the shop goes at once.
    if (ended && performance.now() - askedAt > SAME_KEY_MILLISECONDS) process.exit(130)
    void end()
  })
  try {
    const settings = orThrow(readSettings(environment), ({ problems }) => problems)
    const dataDirectory = orThrow(openDataDirectory(settings), ({ problem }) => [problem])
    const log = createLog()
    const { server, address } = await listen(settings)
    ends.http = () => finish(server, PATIENCE_MILLISECONDS)
    const opening = openDatabase({ ...settings, dataDirectory }, log, (problem) => void fail(problem))
    ends.database = () => closeOnceOpen(opening)
    const { db } = await opening
    if (ending.signal.aborted) return
    const publicUrl = settings.publicUrl ?? address
    // Stands out between the lines of the log: one of them is shown only once.
    const tell = (line: string) => console.log(`\n${line}\n`)
    const parts = { settings, dataDirectory, publicUrl, db, log, choices, tell, ending: ending.signal }
    const composing = compose(parts)
    ends.shop = () => closeOnceOpen(composing)
    const shop = await composing
    if (ending.signal.aborted) return
    serve(server, getRequestListener(shop.fetch))
    tell(`${settings.identity.name} is open at ${publicUrl}`)
  } catch (problem) {
    await fail(problem)
  }
}

/** Nothing that is still opening is left behind by an end, but nobody waits for it for ever. */
async function closeOnceOpen(opening: Promise<{ stop: () => Promise<void> }>) {
  const opened = await Promise.race([opening.catch(() => undefined), pause(PATIENCE_MILLISECONDS, undefined)])
  await opened?.stop()
}

function orThrow<Value, R extends Refusal>(outcome: Outcome<Value, R>, problems: (refusal: R) => string[]): Value {
  if (outcome.ok) return outcome.value
  throw new PlainProblem(problems(outcome.refusal).join('\n'))
}
