import { readSettings, type Settings } from '#platform/settings/environment-settings.ts'
import { externalAddressOf, openOwnDatabase, type OwnDatabase } from '#app/start/own-database.ts'
import { StartupError } from '#platform/processes/startup-error.ts'

/** Throws {@link StartupError} with one line for each invalid setting. */
export function readCommandSettings(environment: NodeJS.ProcessEnv): Settings {
  const settings = readSettings(environment)
  if (!settings.ok) throw new StartupError(settings.refusal.problems.join('\n'))
  return settings.value
}

/** Connects as the owner of the tables. Nothing is migrated, because another version of the shop may use the database. */
export const openShopDatabase = async (settings: Settings): Promise<OwnDatabase> => {
  const address = externalAddressOf(settings)
  return address ? { address, stop: async () => {} } : openOwnDatabase(settings, 'owner')
}
