/** Settings of versions between releases. A start ends if one is set, because the operator relies on its effect. */
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

export function removedSettingProblem(name: string, value: string | undefined): string | undefined {
  const advice = value === 'off' ? undefined : REMOVED_SETTINGS.get(name)
  return advice && `${name} was removed. ${advice} Then take ${name} out of the environment of the shop.`
}
