import { useEffect, useState } from 'react'
import { keepServerPart } from './import-script.ts'

export function lazyModule<Module>(importModule: () => Promise<Module>) {
  let loading: Promise<Module> | undefined

  const load = () =>
    (loading ??= importModule().catch((error: unknown) => {
      loading = undefined
      throw error
    }))

  return {
    load,
    useModule(shouldLoad: boolean): Module | 'failed' | null {
      const [module, setModule] = useState<Module | 'failed' | null>(null)
      const needsLoad = shouldLoad && (module === null || module === 'failed')
      useEffect(() => {
        if (!needsLoad) return
        load().then(
          (loaded) => setModule(() => loaded),
          (error: unknown) => {
            setModule('failed')
            void keepServerPart(error)
          },
        )
      }, [needsLoad, shouldLoad])
      return module
    },
  }
}
