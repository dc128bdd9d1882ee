import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { mayLackGlobal, mayLackMethod } from '#tests/fixtures/browser/browser-compatibility.ts'

const SCRIPTS = 'dist/browser/assets'
/** Called nevertheless, each with the reason. */
const EXCEPTIONS: Record<string, string> = {
  showPopover: 'supplied by popover-substitute.ts',
  hidePopover: 'supplied by popover-substitute.ts',
  togglePopover: 'supplied by popover-substitute.ts',
  startViewTransition: 'React and its router look whether it exists',
  dispose: 'a method of the router',
  isVisible: 'given to the session client',
  moveBefore: 'a message of the shop',
  difference: 'a message of the shop',
}

type Syntax = { type: string; callee?: Syntax; object?: Syntax; property?: Syntax; name?: string } & Record<
  string,
  unknown
>

/** Non-optional calls of methods and globals that a browser of the list may lack. */
function unknownCalls(node: unknown, found: Set<string>) {
  if (Array.isArray(node)) for (const each of node) unknownCalls(each, found)
  else if (typeof node === 'object' && node !== null) {
    const { type, callee, optional } = node as Syntax
    if (/^(Call|New)Expression$/.test(type) && !optional) {
      const { name } = callee!.property ?? callee!
      const isUnknown =
        callee!.type === 'Identifier'
          ? mayLackGlobal(name!)
          : callee!.type === 'MemberExpression' &&
            !callee!['computed'] &&
            mayLackMethod(callee!.object!.name, name!)
      if (isUnknown) found.add(name!)
    }
    for (const each of Object.values(node)) unknownCalls(each, found)
  }
}

test('STOREFRONT-40 no script calls what a browser of the list lacks', async () => {
  const found: Record<string, string[]> = {}
  for (const file of (await readdir(SCRIPTS)).filter((name) => name.endsWith('.js'))) {
    const calls = new Set<string>()
    unknownCalls(parseSync(file, await readFile(join(SCRIPTS, file), 'utf8')).program, calls)
    const unexpected = [...calls].filter((name) => !Object.hasOwn(EXCEPTIONS, name))
    if (unexpected.length > 0) found[file] = unexpected
  }
  expect(found).toEqual({})
})
