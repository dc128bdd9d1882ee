import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const REPORT = join(ROOT, 'docs/licences.md')
/** With these, a shop's owner need not publish their own code. */
const ALLOWED = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'MIT-0',
  'CC0-1.0',
  'Unlicense',
  'PostgreSQL',
  'MPL-2.0',
  'LGPL-3.0-or-later',
  'Python-2.0',
  // Fonts, which a PDF may embed.
  'OFL-1.1',
])
/** Packages that state their licence only in a LICENSE file. */
const LICENCES_IN_FILES: Readonly<Partial<Record<string, string>>> = { 'png-js': 'MIT' }
type LockfileEntry = {
  version?: string
  dev?: boolean
  link?: boolean
  optional?: boolean
  license?: string
  integrity?: string
}
export type Licensed = { name: string; version: string; licence: string | null; isAllowed: boolean }

export const lockedPackages = (): [string, LockfileEntry][] =>
  Object.entries(
    (
      JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, LockfileEntry>
      }
    ).packages,
  ).filter(([path]) => path.startsWith('node_modules/'))

export function readLicences(): Licensed[] {
  return lockedPackages()
    .filter(([, { dev, link }]) => !dev && !link)
    .map(([path, { version = '', license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const licence = license ?? LICENCES_IN_FILES[name] ?? null
      const parts = licence?.replace(/[()]/g, '').split(/ OR /) ?? []
      const isAllowed = parts.some((part) => part.split(' AND ').every((one) => ALLOWED.has(one.trim())))
      return { name, version, licence, isAllowed }
    })
}

export function writeLicences(all: readonly Licensed[]) {
  const kinds = Map.groupBy(all, ({ licence }) => licence ?? 'names none')
  const rows = [...kinds]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(
      ([licence, some]) =>
        `| ${licence} | ${some.length} | ${[...new Set(some.map(({ name, version }) => `${name} ${version}`))].sort().join(', ')} |`,
    )
  writeFileSync(
    REPORT,
    `# Licences of what the shop runs on\n\nMade by \`npm run prove -- supply-chain\` from package-lock.json; binaries for other platforms are in the list.\n` +
      `The two families of letters of the pages are under the SIL Open Font Licence, in \`app/fonts\`.\n\n| licence | packages | which |\n| --- | --- | --- |\n${rows.join('\n')}\n`,
  )
}
