import type { ReactNode } from 'react'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'

type ListRow = {
  key: string | number
  to: string
  label: string
  /** In a column of its own, between the link and the facts. */
  middle?: ReactNode
  facts?: readonly (string | false | null | undefined)[]
}

type ListPanelProps = {
  /** Without it there is no heading, and the title is only read aloud. */
  titleId?: string
  title: string
  /** What is said in an empty list. */
  none?: string
  rows: readonly ListRow[]
  className?: string
  children?: ReactNode
}

export const ListPanel = ({ titleId, title, none, rows, className = 'panel', children }: ListPanelProps) => (
  <section className={className} {...(titleId ? { 'aria-labelledby': titleId } : { 'aria-label': title })}>
    {titleId && <h2 id={titleId}>{title}</h2>}
    {children}
    {none && rows.length === 0 ? <p className="panel-body minor">{none}</p> : <ListRows rows={rows} />}
  </section>
)

export const ListRows = ({ rows }: Pick<ListPanelProps, 'rows'>) => (
  <ul className="list-rows">
    {rows.map(({ key, to, label, middle, facts }) => (
      <li key={key}>
        <ShopLink to={to} className="link">
          {label}
        </ShopLink>
        {middle !== undefined && <span>{middle}</span>}
        {facts && <span className="minor">{facts.filter(Boolean).join(' · ')}</span>}
      </li>
    ))}
  </ul>
)
