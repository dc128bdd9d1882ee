import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import type { ShopDatabase } from '#db/connection/connect.server.ts'
import type { Outcome, Refusal } from '#shop/outcome.ts'
import { compose, composeOffice, composeSite, type Choices } from './compose-shop.ts'
import { startCrew, TAKES_A_PLACE, type Opening, type Told } from '#server/processes/worker-processes.ts'
import { openDataDirectory, type DataDirectory } from '#server/data-directory/data-directory.ts'
import { joinDatabase, openDatabase } from './open-database.ts'
import { readSettings, type Settings } from '#server/settings/environment-settings.ts'
import { lossBeside, markOpened, markRemoved, watchData } from '#server/data-directory/data-loss.ts'
import { finish, listen, serve } from '#server/http/http-server.ts'
import { beginLife, closeOnceOpen, PATIENCE_MILLISECONDS, type Life } from '#server/processes/shutdown.ts'
import { createLog } from '#server/logging/logger.ts'
import { PlainProblem } from './startup-error.ts'

type Given = { settings: Settings; dataDirectory: DataDirectory; choices: Choices }

/** Opens the shop and closes it on SIGTERM or Ctrl-C. Nothing of it is imported by anything else. */
export async function run(environment: NodeJS.ProcessEnv, choices: Choices = {}): Promise<void> {
  const life = beginLife()
  try {
    const settings = orThrow(readSettings(environment), ({ problems }) => problems)
    const dataDirectory = orThrow(openDataDirectory(settings), ({ problem }) => [problem])
    const given = { settings, dataDirectory, choices }
    if (cluster.isWorker) await openOneOfSeveral(given, life, { takesAPlace: environment[TAKES_A_PLACE] !== undefined })
    else if (settings.processes > 1) await openSeveral(given, life)
    else await openAlone(given, life)
  } catch (problem) {
    if (cluster.isWorker && !life.ending.aborted) await tellAndFail(problem, life)
    else await life.fail(problem)
  }
}

/** Everything in this one process. */
async function openAlone({ settings, dataDirectory, choices }: Given, { ends, ending, fail }: Life) {
  const log = createLog()
  const { server, address } = await listen(settings)
  ends.http = () => finish(server, PATIENCE_MILLISECONDS)
  const opening = openDatabase({ ...settings, dataDirectory }, log, (problem) => void fail(problem))
  ends.database = () => closeOnceOpen(opening)
  const { db, pageWatch } = await opening
  if (ending.aborted) return
  const data = await keepData(db, { settings, dataDirectory }, log, fail)
  const publicUrl = settings.publicUrl ?? address
  const composing = compose({ settings, dataDirectory, publicUrl, db, pageWatch, log, choices, tell, ending, hasData: data.isThere })
  ends.shop = () => closeOnceOpen(composing)
  const { site } = await composing
  if (ending.aborted) return
  serve(server, site)
  markOpened(dataDirectory.path)
  tell(`${settings.identity.name} is open at ${publicUrl}`)
}

/** Database, mails and whatever else is there once in this process; requests are answered by others, which it starts. */
async function openSeveral({ settings, dataDirectory, choices }: Given, { ends, ending, fail }: Life) {
  const log = createLog()
  let wakeOutbox = () => {}
  const crew = startCrew({ processes: settings.processes, log, wakeOutbox: () => wakeOutbox(), onFailed: (problem) => void fail(problem) })
  ends.http = () => crew.stop()
  const address = await crew.listening
  const opening = openDatabase({ ...settings, dataDirectory }, log, (problem) => void fail(problem))
  ends.database = () => closeOnceOpen(opening)
  const { db, pageWatch, address: database } = await opening
  if (ending.aborted) return
  const data = await keepData(db, { settings, dataDirectory }, log, fail)
  const publicUrl = settings.publicUrl ?? address
  const composing = composeOffice({ settings, dataDirectory, publicUrl, db, pageWatch, log, choices, tell, ending, hasData: data.isThere })
  ends.shop = () => closeOnceOpen(composing)
  const { outbox } = await composing
  wakeOutbox = () => outbox.wake()
  if (ending.aborted) return
  await crew.open({ database, publicUrl })
  markOpened(dataDirectory.path)
  tell(`${settings.identity.name} is open at ${publicUrl}`)
}

/** Listens beside the others and answers as soon as the process that started it has opened the shop; one that takes the place of another the other way round. */
async function openOneOfSeveral({ settings, dataDirectory, choices }: Given, { ends, ending }: Life, { takesAPlace }: { takesAPlace: boolean }) {
  const log = createLog()
  const beginListening = async () => {
    const { server, address } = await listen(settings)
    ends.http = () => finish(server, PATIENCE_MILLISECONDS)
    return { server, address }
  }
  const early = takesAPlace ? undefined : await beginListening()
  const told = once(process, 'message', { signal: ending }) as Promise<[Opening]>
  toldToStarter(early ? { kind: 'listening', address: early.address } : { kind: 'waiting' })
  const [{ database, publicUrl }] = await told
  const opening = joinDatabase(database, { processes: settings.processes, answers: true }, log)
  ends.database = () => closeOnceOpen(opening)
  const { db, pageWatch } = await opening
  const outbox = { wake: () => toldToStarter({ kind: 'wake' }) }
  const data = watchData(dataDirectory, settings, () => {})
  const site = await composeSite({ settings, dataDirectory, publicUrl, db, pageWatch, log, choices, tell, ending, hasData: data.isThere }, outbox)
  const { server } = early ?? (await beginListening())
  serve(server, site)
  toldToStarter({ kind: 'open' })
}

/** Data that are lost end a start, and a shop on its own PostgreSQL ends when they go while it runs. */
async function keepData(db: ShopDatabase, { settings, dataDirectory }: Pick<Given, 'settings' | 'dataDirectory'>, log: Logger, fail: Life['fail']) {
  const loss = await lossBeside(db, dataDirectory, settings)
  if (loss) throw new PlainProblem(loss)
  return watchData(dataDirectory, settings, (problem) => {
    if (settings.databaseUrl) return log.error(problem)
    markRemoved(dataDirectory.path)
    return void fail(new PlainProblem(problem))
  })
}

const toldToStarter = (told: Told) => void process.send?.(told, undefined, undefined, () => {})

/** The process that started this one says once what stands in the way of all. */
async function tellAndFail(problem: unknown, { fail }: Life) {
  if (!(problem instanceof Error && PlainProblem.is(problem))) return fail(problem)
  await new Promise((resolve) => process.send?.({ kind: 'failed', problem: problem.message } satisfies Told, undefined, undefined, resolve))
  return process.exit(1)
}

/** A line for the person at the terminal: it stands out between those of the log, for one of them is shown only once. */
const tell = (line: string) => console.log(`\n${line}\n`)

function orThrow<Value, R extends Refusal>(outcome: Outcome<Value, R>, problems: (refusal: R) => string[]): Value {
  if (outcome.ok) return outcome.value
  throw new PlainProblem(problems(outcome.refusal).join('\n'))
}
