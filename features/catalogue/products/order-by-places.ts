/** Sorts by the positions typed beside the items: a moved item takes the position of the item that is there. */
export function orderByPlaces<Item>(items: readonly Item[], places: readonly string[]): Item[] {
  return items
    .map((item, index) => {
      const present = index + 1
      const place = Number(places[index]) || present
      return { item, rank: place + Math.sign(place - present) / 2 }
    })
    .toSorted((first, second) => first.rank - second.rank)
    .map(({ item }) => item)
}
