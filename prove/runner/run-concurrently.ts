/** Runs the tasks as so many people do: each begins with the next as soon as the one before is answered. */
export async function atOnce<Task, Result>(
  people: number, tasks: readonly Task[], run: (task: Task, place: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = Array.from({ length: tasks.length })
  let next = 0
  const person = async () => {
    for (let place = next++; place < tasks.length; place = next++) results[place] = await run(tasks[place]!, place)
  }
  await Promise.all(Array.from({ length: Math.min(people, tasks.length) }, person))
  return results
}

export const short = (value: unknown) => JSON.stringify(value)?.slice(0, 300) ?? String(value)
