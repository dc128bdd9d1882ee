import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

type TableColumn = {
  label: string
  isNumber?: boolean
  isLabelHidden?: boolean
  sort?: { to: string; direction: 'ascending' | 'descending' | null }
}

type TableProps = {
  /** For screen readers only. */
  caption: string
  columns: readonly TableColumn[]
  children: ReactNode
  className?: string
}

export function Table({ caption, columns, children, className }: TableProps) {
  return (
    <div className="table-scroll">
      <table className={classNames('table', className)}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={column.isNumber ? 'number' : undefined}
                aria-sort={column.sort ? (column.sort.direction ?? 'none') : undefined}
              >
                <ColumnHeading {...column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

const SORT_MARK = { ascending: '↑', descending: '↓' } as const

function ColumnHeading({ label, isLabelHidden, sort }: TableColumn) {
  if (isLabelHidden) return <span className="visually-hidden">{label}</span>
  if (!sort) return label
  return (
    <ShopLink to={sort.to} className="link" preventScrollReset>
      <span>{label}</span> {sort.direction && <span aria-hidden="true">{SORT_MARK[sort.direction]}</span>}
    </ShopLink>
  )
}
