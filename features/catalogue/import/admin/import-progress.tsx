import { useEffect, useState } from 'react'
import { importPageMessages } from '#features/catalogue/import/import-messages.ts'
import { IMPORT_PROGRESS_PATH } from '#features/catalogue/import/import-paths.ts'

const INTERVAL_MS = 500

/** How many lines of the running import are written. Without scripts, the browser shows that it is waiting. */
export function ImportProgress({ total }: { total: number }) {
  const [written, setWritten] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    const read = async () => {
      try {
        const response = await fetch(IMPORT_PROGRESS_PATH, { signal: abort.signal })
        const progress: unknown = await response.json()
        if (typeof progress === 'object' && progress !== null && 'written' in progress)
          setWritten(Math.min(Number(progress.written) || 0, total))
      } catch {
        // The form's answer follows in any case.
      }
    }
    const timer = setInterval(() => void read(), INTERVAL_MS)
    return () => {
      clearInterval(timer)
      abort.abort()
    }
  }, [total])
  return (
    <p className="import-progress" role="status">
      <progress value={written} max={total} aria-label={importPageMessages.importing} />
      <span>{importPageMessages.written(written, total)}</span>
    </p>
  )
}
