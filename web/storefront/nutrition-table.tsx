import type { ProductDetail } from '#shop/catalogue/product.ts'

type Nutrition = NonNullable<ProductDetail['nutrition_info']>

/** In the order of the label; others follow as they are stored. */
const LABELS: Record<string, string> = {
  energy: 'Energy',
  fat: 'Fat',
  carbohydrates: 'Carbohydrate',
  protein: 'Protein',
}

/** Nutrition per 100 g. Values that were never filled in are all 0 (§3): nobody has measured those, so no table is shown. */
export function NutritionTable({ nutrition }: { nutrition: Nutrition | null }) {
  const known = Object.entries(nutrition ?? {})
  const rows = [
    ...Object.keys(LABELS).flatMap((key) => known.filter(([nutrient]) => nutrient === key)),
    ...known.filter(([nutrient]) => !(nutrient in LABELS)),
  ]
  if (rows.every(([, { value }]) => !value)) return <p>Not declared for this product.</p>
  const per = rows[0]?.[1].per.replace(/(\d)\s*(g|ml)$/, '$1 $2') ?? '100 g'
  return (
    <table className="nutrition">
      <caption className="visually-hidden">Nutrition per {per}</caption>
      <thead>
        <tr>
          <th scope="col">Typical values</th>
          <th scope="col">Per {per}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([nutrient, { value, unit }]) => (
          <tr key={nutrient}>
            <th scope="row">{LABELS[nutrient] ?? nutrient}</th>
            <td>
              {value} {unit}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
