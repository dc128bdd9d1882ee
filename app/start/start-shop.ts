import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { checkNotMoved } from '#platform/database/embedded-postgres/moved-database.server.ts'
import type { ShopDatabase } from '#platform/database/connection/connect.server.ts'
import type { Outcome, Refusal } from '#shop/outcome.ts'
import {
  composeShop,
  composeBackgroundWork,
  composeRequestHandler,
  type StartOverrides,
} from './compose-shop.ts'
import {
  startWorkerProcesses,
  REPLACEMENT_WORKER_ENV,
  type WorkerStartMessage,
  type WorkerMessage,
} from './worker-processes.ts'
import { openDataDirectory, type DataDirectory } from '#platform/data-directory/data-directory.ts'
import { connectDatabase, startDatabase } from './open-database.ts'
import { readSettings, type Settings } from '#platform/settings/environment-settings.ts'
import {
  findDatabaseMismatch,
  clearStartMarkers,
  markDataRemoved,
  watchDataFiles,
} from '#platform/data-directory/data-loss.ts'
import { closeGracefully, listen, attachListener } from '#platform/http/http-server.ts'
import type { Readiness } from '#platform/http/health-checks.ts'
import {
  createShutdown,
  closeWhenOpened,
  SHUTDOWN_TIMEOUT_MS,
  type Shutdown,
} from '#platform/processes/shutdown.ts'
import { createLogger } from './logger.ts'
import { StartupError } from '#platform/processes/startup-error.ts'

type StartContext = { settings: Settings; dataDirectory: DataDirectory; overrides: StartOverrides }

/** Stops the shop on SIGTERM or SIGINT. Only entry points import this module. */
export async function startShop(
  environment: NodeJS.ProcessEnv,
  overrides: StartOverrides = {},
): Promise<void> {
  const shutdown = createShutdown()
  try {
    const settings = valueOrThrow(readSettings(environment), ({ problems }) => problems)
    if (!settings.databaseUrl) checkNotMoved(settings.dataDirectory)
    const dataDirectory = valueOrThrow(openDataDirectory(settings), ({ problem }) => [problem])
    const startContext = { settings, dataDirectory, overrides }
    if (cluster.isWorker)
      await openWorkerProcess(startContext, shutdown, {
        isReplacement: environment[REPLACEMENT_WORKER_ENV] !== undefined,
      })
    else if (settings.processes > 1) await openPrimaryProcess(startContext, shutdown)
    else await openSingleProcess(startContext, shutdown)
  } catch (problem) {
    if (cluster.isWorker && !shutdown.shutdownSignal.aborted) await reportAndExit(problem, shutdown)
    else await shutdown.fail(problem)
  }
}

async function openSingleProcess({ settings, dataDirectory, overrides }: StartContext, shutdown: Shutdown) {
  const { closers, shutdownSignal, fail } = shutdown
  const log = createLogger(settings.log)
  shutdown.logEndTo(log)
  const monitoring = await openMonitoring(settings, log)
  const { server, address, readiness } = await listen(settings)
  closers.http = () => closeGracefully(server, SHUTDOWN_TIMEOUT_MS)
  const opening = startDatabase({ ...settings, dataDirectory }, log, (problem) => void fail(problem))
  closers.database = () => closeWhenOpened(opening)
  const { db, cacheInvalidation, clock } = await opening
  if (shutdownSignal.aborted) return
  const data = await watchDataDirectory(db, { settings, dataDirectory }, log, fail)
  const publicUrl = settings.publicUrl ?? address
  const composition = composeShop({
    settings,
    dataDirectory,
    publicUrl,
    db,
    cacheInvalidation,
    log,
    monitoring,
    clock: overrides.clock ?? clock,
    overrides,
    printLine,
    shutdownSignal,
    isDataDirectoryPresent: data.isPresent,
  })
  closers.shop = () => closeWhenOpened(composition)
  const { requestListener, findReadinessProblem } = await composition
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- A shutdown may begin while the shop opens.
  if (shutdownSignal.aborted) return
  attachListener(server, requestListener)
  readiness.open(findReadinessProblem)
  closers.drain = (cut) => drain(readiness, settings, cut)
  announceOpen({ settings, dataDirectory }, { log, address, publicUrl }, shutdown)
}

async function openPrimaryProcess({ settings, dataDirectory, overrides }: StartContext, shutdown: Shutdown) {
  const { closers, shutdownSignal, fail } = shutdown
  const log = createLogger(settings.log)
  shutdown.logEndTo(log)
  const monitoring = await openMonitoring(settings, log)
  let wakeOutbox = () => {}
  const workers = startWorkerProcesses({
    processes: settings.processes,
    log,
    wakeOutbox: () => wakeOutbox(),
    onFailed: (problem) => void fail(problem),
  })
  closers.http = (mode) => workers.stop(mode, settings.drainSeconds)
  const address = await workers.listening
  const opening = startDatabase({ ...settings, dataDirectory }, log, (problem) => void fail(problem))
  closers.database = () => closeWhenOpened(opening)
  const { db, cacheInvalidation, clock, address: database } = await opening
  if (shutdownSignal.aborted) return
  const data = await watchDataDirectory(db, { settings, dataDirectory }, log, fail)
  const publicUrl = settings.publicUrl ?? address
  const composition = composeBackgroundWork({
    settings,
    dataDirectory,
    publicUrl,
    db,
    cacheInvalidation,
    log,
    monitoring,
    clock: overrides.clock ?? clock,
    overrides,
    printLine,
    shutdownSignal,
    isDataDirectoryPresent: data.isPresent,
  })
  closers.shop = () => closeWhenOpened(composition)
  const { outbox } = await composition
  wakeOutbox = () => outbox.wake()
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- A shutdown may begin while the shop opens.
  if (shutdownSignal.aborted) return
  await workers.open({ database, publicUrl })
  announceOpen({ settings, dataDirectory }, { log, address, publicUrl }, shutdown)
}

/** `address` is the node's, `publicUrl` the shop's. */
function announceOpen(
  { settings, dataDirectory }: Pick<StartContext, 'settings' | 'dataDirectory'>,
  { log, address, publicUrl }: { log: Logger; address: string; publicUrl: string },
  { noteOpen }: Shutdown,
) {
  clearStartMarkers(dataDirectory.path)
  log.info({ address, processes: settings.processes }, 'The shop is open.')
  noteOpen()
  if (settings.acceptsDataLoss)
    log.warn('ACCEPT_DATA_LOSS is set: a start does not look for lost data. Remove it.')
  printLine(`${settings.identity.name} is open at ${publicUrl}`)
}

/** A worker listens, then opens after the start message; a replacement opens before it listens. */
async function openWorkerProcess(
  { settings, dataDirectory, overrides }: StartContext,
  { closers, shutdownSignal }: Shutdown,
  { isReplacement }: { isReplacement: boolean },
) {
  const log = createLogger(settings.log)
  const monitoring = await openMonitoring(settings, log)
  const beginListening = async () => {
    const listening = await listen(settings)
    closers.http = () => closeGracefully(listening.server, SHUTDOWN_TIMEOUT_MS)
    return listening
  }
  const earlyServer = isReplacement ? undefined : await beginListening()
  const startMessage = once(process, 'message', { signal: shutdownSignal }) as Promise<[WorkerStartMessage]>
  sendToPrimary(earlyServer ? { kind: 'listening', address: earlyServer.address } : { kind: 'waiting' })
  const [{ database, publicUrl }] = await startMessage
  const opening = connectDatabase(database, {
    processRole: { processes: settings.processes, servesRequests: true },
    sessionSecret: dataDirectory.sessionSecret,
    log,
  })
  closers.database = () => closeWhenOpened(opening)
  const { db, cacheInvalidation, clock } = await opening
  const outbox = { wake: () => sendToPrimary({ kind: 'wake' }) }
  const data = watchDataFiles(dataDirectory, settings, () => {})
  const { requestListener, findReadinessProblem } = await composeRequestHandler(
    {
      settings,
      dataDirectory,
      publicUrl,
      db,
      cacheInvalidation,
      log,
      monitoring,
      clock: overrides.clock ?? clock,
      overrides,
      printLine,
      shutdownSignal,
      isDataDirectoryPresent: data.isPresent,
    },
    outbox,
  )
  const { server, readiness } = earlyServer ?? (await beginListening())
  attachListener(server, requestListener)
  readiness.open(findReadinessProblem)
  closers.drain = (cut) => drain(readiness, settings, cut)
  sendToPrimary({ kind: 'open' })
}

/** Without a setting, nothing is loaded or counted. */
async function openMonitoring({ metrics, processes }: Settings, log: Logger) {
  if (!metrics) return undefined
  const { openMetrics } = await import('#app/metrics/open-metrics.ts')
  return openMetrics(metrics, { processes, log })
}

/** Load balancers need a few checks to notice; a process that was never open has no requests to lose. */
async function drain(readiness: Readiness, { drainSeconds }: Settings, cut: AbortSignal) {
  readiness.close()
  await pause(drainSeconds * 1000, undefined, { signal: cut }).catch(() => {})
}

/** Ends the start if data are lost. If they disappear later, a shop with embedded PostgreSQL ends; others log an error. */
async function watchDataDirectory(
  db: ShopDatabase,
  { settings, dataDirectory }: Pick<StartContext, 'settings' | 'dataDirectory'>,
  log: Logger,
  fail: Shutdown['fail'],
) {
  const dataLoss = await findDatabaseMismatch(db, dataDirectory, settings)
  if (dataLoss) throw new StartupError(dataLoss)
  return watchDataFiles(dataDirectory, settings, (problem) => {
    if (settings.databaseUrl) return log.error(problem)
    markDataRemoved(dataDirectory.path)
    return void fail(new StartupError(problem))
  })
}

const sendToPrimary = (startMessage: WorkerMessage) =>
  void process.send?.(startMessage, undefined, undefined, () => {})

/** The primary process prints it once for all workers. */
async function reportAndExit(problem: unknown, { fail }: Shutdown) {
  if (!(problem instanceof Error && StartupError.is(problem))) return fail(problem)
  await new Promise((resolve) =>
    process.send?.(
      { kind: 'failed', problem: problem.message } satisfies WorkerMessage,
      undefined,
      undefined,
      resolve,
    ),
  )
  return process.exit(1)
}

/** Blank lines separate it from the log, because the generated password is shown only once. */
const printLine = (line: string) => console.log(`\n${line}\n`)

function valueOrThrow<Value, R extends Refusal>(
  outcome: Outcome<Value, R>,
  problems: (refusal: R) => string[],
): Value {
  if (outcome.ok) return outcome.value
  throw new StartupError(problems(outcome.refusal).join('\n'))
}
