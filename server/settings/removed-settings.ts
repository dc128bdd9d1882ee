/** A start ends if one of these is set, because the shop would otherwise run without what the operator relies on. */
const REMOVED_SETTINGS = new Map([
  [
    'PROXY_PROTOCOL',
    'Let the proxy speak HTTP and send X-Forwarded-For: deploy/ has files for nginx, HAProxy and Varnish.',
  ],
  [
    'WAL_ARCHIVE_DIR',
    'For any moment in the past, use a PostgreSQL of your own (DATABASE_URL) with pgBackRest; the daily backups go on.',
  ],
  ['DATABASE_READ_URL', 'The shop reads everything from DATABASE_URL.'],
])

export const removedSettingProblem = (name: string): string | undefined => {
  const advice = REMOVED_SETTINGS.get(name)
  return (
    advice && `${name} was removed in 1.1.0. ${advice} Then take ${name} out of the environment of the shop.`
  )
}
