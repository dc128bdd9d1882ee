import { BackupError } from '#platform/backup/backup-error.ts'

/** A failing stream also ends the connected ones, whose errors say only that. */
export async function allOrFirstCause<Results extends unknown[]>(promises: {
  [Index in keyof Results]: Promise<Results[Index]>
}): Promise<Results> {
  const settled = await Promise.allSettled(promises)
  const reasons: unknown[] = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (reasons.length > 0)
    throw reasons.find((each) => each instanceof BackupError) ?? reasons.find(isCause) ?? reasons[0]
  return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as Results
}

const isCause = (reason: unknown) => {
  const { code, name } = reason as NodeJS.ErrnoException
  return name !== 'AbortError' && code !== 'ERR_STREAM_PREMATURE_CLOSE' && code !== 'ABORT_ERR'
}
