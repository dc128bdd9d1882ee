import { useEffect, useState } from 'react'

/** A part of a page that comes when it is wanted, so that no page waits for it; a failed try is tried again. */
export function lateModule<Module>(fetchIt: () => Promise<Module>) {
  let loading: Promise<Module> | undefined

  const load = () =>
    (loading ??= fetchIt().catch((problem: unknown) => {
      loading = undefined
      throw problem
    }))

  return {
    load,
    /** The module once it is wanted and has come, and from then on; 'lost' when the shop could not be reached for it. */
    useModule(isWanted: boolean): Module | 'lost' | null {
      const [module, setModule] = useState<Module | 'lost' | null>(null)
      const isMissing = isWanted && (module === null || module === 'lost')
      useEffect(() => {
        if (!isMissing) return
        load().then(
          (come) => setModule(() => come),
          () => setModule('lost'),
        )
        // What is asked for again is tried again.
      }, [isMissing, isWanted])
      return module
    },
  }
}
