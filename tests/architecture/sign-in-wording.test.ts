import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The specification requires these two; all other texts say "sign in" and "sign out". */
const ALLOWED_BY_SPEC = [
  'app/storefront-layout/account-menu.tsx: Login',
  'app/admin-layout/logout-button.tsx: Logout',
]
const ROOT = join(import.meta.dirname, '../..')

test('texts say “sign in” and “sign out”, except where the specification says “Login” and “Logout”', () => {
  const files = ['app', 'features', 'kit', 'shop'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  const found = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    // Text between tags, and string literals of several words.
    const said = [
      ...text.matchAll(
        /^\s*((?:Log|log)(?:ged)? ?(?:in|out|In|Out))\s*$|>([^<>{}=;]*\b[Ll]og(?:ged)? ?(?:in|out)\b[^<>{}=;]*)<|['"`]([^'"`\n]*\b[Ll]og(?:ged)? (?:in|out)\b[^'"`\n]*|Log(?:in|out))['"`]/gm,
      ),
    ]
    return said.map(([, line, between, quoted]) => `${file}: ${(line ?? between ?? quoted)!.trim()}`)
  })
  expect(found.sort()).toEqual([...ALLOWED_BY_SPEC].sort())
})
