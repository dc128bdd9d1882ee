import { useEffect, useState } from 'react'
import type * as contentsModule from './cart-contents.tsx'

type Contents = typeof contentsModule

let loading: Promise<Contents> | undefined

/** What only an opened cart needs comes when somebody looks about to open it, so that no page waits for it. */
export function loadContents(): Promise<Contents> {
  return (loading ??= import('./cart-contents.tsx').catch((problem: unknown) => {
    loading = undefined
    throw problem
  }))
}

/** The inside of the cart once it is wanted and has come; 'lost' when the shop could not be reached for it. */
export function useContents(isWanted: boolean): Contents | 'lost' | null {
  const [contents, setContents] = useState<Contents | 'lost' | null>(null)
  const isMissing = isWanted && (contents === null || contents === 'lost')
  useEffect(() => {
    if (!isMissing) return
    loadContents().then(setContents, () => setContents('lost'))
    // A cart that is opened again tries again.
  }, [isMissing, isWanted])
  return contents
}
