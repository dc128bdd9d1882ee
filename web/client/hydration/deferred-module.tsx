import { Suspense, use, useEffect, type ReactNode } from 'react'
import { isFormChanged } from './changed-form.ts'

const INPUT_EVENTS = ['pointerover', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'click', 'change']
/** React stops events of parts that are not hydrated yet. */
const CAPTURING = { capture: true, passive: true }

/** The last button pressed that React had not taken over. */
let missedClick: HTMLElement | null = null

const loaders: (() => Promise<void>)[] = []
/** For every navigation: React holds back the next page while a part of this one cannot be hydrated. */
export const loadDeferredModules = () => Promise.allSettled(loaders.map((load) => load()))

/** React marks the elements that it has taken over. */
const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))

/** Parts of a page whose code is loaded with the first input; until then they are the server's links and forms. */
export function deferredModule<Module>(importModule: () => Promise<Module>, onServer: Module | null) {
  let module = onServer
  let loading: Promise<void> | undefined
  let resolve: () => void
  const loaded = new Promise<void>((done) => (resolve = done))

  const load = () =>
    (loading ??= importModule().then(
      (imported) => {
        module = imported
        resolve()
      },
      (error: unknown) => {
        // The next input tries again.
        loading = undefined
        throw error
      },
    ))

  loaders.push(load)

  const handleInput = ({ type, target }: Event) => {
    if (type === 'click') {
      const button = (target as Element).closest<HTMLElement>('button[type=button]')
      // Where React has the code of a part, it takes the part over during the click.
      setTimeout(() => (missedClick = button && !isHydrated(button) ? button : null))
    }
    void load()
  }

  function Content({ children }: { children: (module: Module) => ReactNode }) {
    useEffect(() => {
      for (const name of INPUT_EVENTS) removeEventListener(name, handleInput, CAPTURING)
      if (!missedClick || !isHydrated(missedClick)) return
      const button = missedClick
      missedClick = null
      button.click()
    }, [])
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
