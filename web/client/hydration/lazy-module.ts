import { useEffect, useState } from 'react'

/** A part of a page that comes when it is wanted, so that no page waits for it; a failed try is tried again. */
export function lazyModule<Module>(importModule: () => Promise<Module>) {
  let loading: Promise<Module> | undefined

  const load = () =>
    (loading ??= importModule().catch((problem: unknown) => {
      loading = undefined
      throw problem
    }))

  return {
    load,
    /** The module once it is wanted and has come, and from then on; 'lost' when the shop could not be reached for it. */
    useModule(shouldLoad: boolean): Module | 'lost' | null {
      const [module, setModule] = useState<Module | 'lost' | null>(null)
      const needsLoad = shouldLoad && (module === null || module === 'lost')
      useEffect(() => {
        if (!needsLoad) return
        load().then(
          (loaded) => setModule(() => loaded),
          () => setModule('lost'),
        )
        // What is asked for again is tried again.
      }, [needsLoad, shouldLoad])
      return module
    },
  }
}
