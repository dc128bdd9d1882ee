export const countOfProducts = (count: number) => (count === 1 ? '1 product' : `${count} products`)
