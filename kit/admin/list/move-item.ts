export type MoveStep = -1 | 1

/** A copy with the item moved one position up or down; unchanged at either end. */
export function moveItem<Item>(items: readonly Item[], index: number, step: MoveStep): Item[] {
  const target = index + step
  if (target < 0 || target >= items.length) return [...items]
  const moved = [...items]
  ;[moved[index], moved[target]] = [items[target]!, items[index]!]
  return moved
}
