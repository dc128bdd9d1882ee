import { isScriptMissing } from '#kit/page-start/script-failure.ts'

const RETRY_MS = 1000
const ADDRESS = /https?:\S+/

let areScriptsMissing = false
/** React would wait for a part that cannot be hydrated, so each further page is loaded as a document. */
export const needsWholePages = () => areScriptsMissing

/** The build calls it for every `import()` (vite.config.ts), including its own. */
export async function importScript<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    const address = isScriptMissing(error) && ADDRESS.exec(error.message)?.[0]
    const isSecondTry = address && address.includes('?')
    if (!isSecondTry) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      // Chromium answers a second import of the same address with the first failure; Safari does not name the
      // address.
      if (address) return (await import(/* @vite-ignore */ `${address}?${Date.now()}`)) as Module
      return load().catch(handleMissing)
    }
    return handleMissing(error)
  }
}

function handleMissing(error: unknown): never {
  if (!areScriptsMissing) {
    addEventListener('submit', leaveToBrowser, true)
    addEventListener('popstate', () => location.reload())
  }
  areScriptsMissing = true
  throw error
}

/** A posted form works without scripts too. */
function leaveToBrowser(event: SubmitEvent) {
  if (event.target instanceof HTMLFormElement && event.target.method === 'post') event.stopPropagation()
}

/** Rejected without a handler, so that the page reports it (page-start.ts); the server's part stays. */
export const keepServerPart = (error: unknown) => {
  void Promise.reject(error)
  return new Promise<never>(() => {})
}
