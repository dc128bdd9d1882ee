export type MoveStep = -1 | 1

/** A copy with the item one place further up or down; as it was at either end. */
export function moveItem<Item>(items: readonly Item[], index: number, step: MoveStep): Item[] {
  const target = index + step
  if (target < 0 || target >= items.length) return [...items]
  return items.with(index, items[target]!).with(target, items[index]!)
}
