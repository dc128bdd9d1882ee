import { Suspense, use, useEffect, type ReactNode } from 'react'
import { isFormChanged } from './changed-form.ts'

const INPUT_EVENTS = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'click', 'change']
/** React stops events of parts that are not hydrated yet. */
const CAPTURING = { capture: true, passive: true }

const loaders: (() => Promise<void>)[] = []
/** For every navigation: React holds back the next page while a part of this one cannot be hydrated. */
export function loadDeferredModules() {
  for (const load of loaders) void load()
}

/** Parts of a page whose code is loaded with the first input; until then they are the server's links and forms. */
export function deferredModule<Module>(importModule: () => Promise<Module>, onServer: Module | null) {
  let module = onServer
  let isLoading = false
  let resolve: () => void
  const loaded = new Promise<void>((done) => (resolve = done))

  async function load() {
    if (isLoading) return loaded
    isLoading = true
    try {
      module = await importModule()
      for (const name of INPUT_EVENTS) removeEventListener(name, handleInput, CAPTURING)
      resolve()
    } catch {
      // The next input tries again.
      isLoading = false
    }
  }

  loaders.push(load)

  const handleInput = () => void load()

  function Content({ children }: { children: (module: Module) => ReactNode }) {
    if (!module) use(loaded)
    return children(module!)
  }

  return {
    load,
    Deferred({ children }: { children: (module: Module) => ReactNode }) {
      useEffect(() => {
        if (module) return
        for (const name of INPUT_EVENTS) addEventListener(name, handleInput, CAPTURING)
        // An input before this script ran was missed.
        if ([...document.forms].some(isFormChanged)) void load()
      }, [])
      return (
        <Suspense>
          <Content>{children}</Content>
        </Suspense>
      )
    },
  }
}
