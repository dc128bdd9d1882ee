import { Suspense, use, useEffect, type ReactNode } from 'react'
import { isFormChanged } from './changed-form.ts'

const INPUT_EVENTS = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'click', 'change']
/** React stops events in parts that are not hydrated yet. */
const CAPTURING = { capture: true, passive: true }

const loaders: (() => Promise<void>)[] = []
/** Called for every navigation, because React holds back the next page while a part of this one cannot be hydrated. */
export const loadDeferredModules = () => Promise.allSettled(loaders.map((load) => load()))

/** Parts of a page whose code is loaded with the first input; until then they are links and forms rendered by the server. */
export function deferredModule<Module>(importModule: () => Promise<Module>, onServer: Module | null) {
  let module = onServer
  let loading: Promise<void> | undefined
  let resolve: () => void
  const loaded = new Promise<void>((done) => (resolve = done))

  const load = () =>
    (loading ??= importModule().then(
      (imported) => {
        module = imported
        for (const name of INPUT_EVENTS) removeEventListener(name, handleInput, CAPTURING)
        resolve()
      },
      (error: unknown) => {
        // The next input retries.
        loading = undefined
        throw error
      },
    ))

  loaders.push(load)

  const handleInput = () => void load()

  function Content({ children }: { children: (module: Module) => ReactNode }) {
    if (!module) use(loaded)
    return children(module!)
  }

  /** Rendered only if the server's part is gone, after a mismatch such as a translation before hydration. */
  function Missing() {
    useEffect(handleInput, [])
    return null
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
        <Suspense fallback={<Missing />}>
          <Content>{children}</Content>
        </Suspense>
      )
    },
  }
}
