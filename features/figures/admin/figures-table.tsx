import { formatFigureCell, type FigureColumn, type FigureTable } from '#features/figures/figure-tables.ts'
import { figuresMessages } from '#features/figures/figures-messages.ts'
import { Table } from '#kit/display/table.tsx'

type FiguresTableProps = { table: FigureTable; csvPath: string; notes: readonly string[] }

const isNumber = (kind: FigureColumn['kind']) => kind !== 'text' && kind !== 'day'

export function FiguresTable({ table, csvPath, notes }: FiguresTableProps) {
  const { id, title, columns, rows, sum } = table
  const titleId = `figures-${id}`
  // A table with the days of a whole year is opened on demand.
  const isFolded = id === 'days'
  const body = (
    <Table
      caption={title}
      className="figures-table"
      columns={columns.map(({ label, kind }) => ({ label, isNumber: isNumber(kind) }))}
    >
      {[...rows, ...(sum && rows.length > 1 ? [sum] : [])].map((row, rowIndex) => (
        <tr key={rowIndex} data-sum={row === sum || undefined}>
          {row.map((cell, index) => {
            const text = formatFigureCell(columns[index]!, cell)
            return index === 0 ? (
              <th key={columns[index]!.label} scope="row">
                {text}
              </th>
            ) : (
              <td
                key={columns[index]!.label}
                data-label={columns[index]!.label}
                className={isNumber(columns[index]!.kind) ? 'number' : undefined}
              >
                {text}
              </td>
            )
          })}
        </tr>
      ))}
    </Table>
  )
  return (
    <section className="panel" aria-labelledby={titleId}>
      <div className="panel-head">
        <h2 id={titleId}>{title}</h2>
        <a href={csvPath} className="link" download aria-label={figuresMessages.csv(title)}>
          CSV
        </a>
      </div>
      {rows.length === 0 ? (
        <p className="panel-body">None in this period.</p>
      ) : isFolded ? (
        <details className="panel-body plot-figures">
          <summary>Show all days</summary>
          {body}
        </details>
      ) : (
        body
      )}
      {notes.map((note) => (
        <p key={note} className="panel-body minor">
          {note}
        </p>
      ))}
    </section>
  )
}
