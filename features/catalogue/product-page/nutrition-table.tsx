import type { NutritionTable as Table } from '#features/catalogue/nutrition/nutrition.ts'

export function NutritionTable({ table }: { table: Table | null }) {
  if (!table) return <p>Not declared for this product.</p>
  return (
    <table className="nutrition">
      <caption className="visually-hidden">{`Nutrition per ${table.per}`}</caption>
      <thead>
        <tr>
          <th scope="col">Typical values</th>
          <th scope="col">{`Per ${table.per}`}</th>
        </tr>
      </thead>
      <tbody>
        {table.rows.map(({ key, name, amount, isPart }) => (
          <tr key={key}>
            <th scope="row" className={isPart ? 'pl-4' : undefined}>
              {name}
            </th>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
