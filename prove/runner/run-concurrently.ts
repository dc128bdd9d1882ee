/** Returns results in task order. */
export async function runConcurrently<Task, Result>(
  workers: number,
  tasks: readonly Task[],
  run: (task: Task, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = Array.from({ length: tasks.length })
  let next = 0
  const worker = async () => {
    for (let index = next++; index < tasks.length; index = next++)
      results[index] = await run(tasks[index]!, index)
  }
  await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, worker))
  return results
}

export const toShortJson = (value: unknown) =>
  (JSON.stringify(value) as string | undefined)?.slice(0, 300) ?? String(value)
