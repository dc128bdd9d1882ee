import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { Breadcrumb } from '#kit/navigation/breadcrumb.tsx'
import { ContactPrompt } from '#features/content/layout/contact-prompt.tsx'
import { OwnText } from '#kit/display/own-text.tsx'
import type { OwnPageText } from '#features/content/layout/own-text.server.ts'

/** Fixed sections are always shown, because a law requires them (features/content/content-messages.ts). */
export type Section = { id: string; title: string; body: ReactNode; isFixed?: true }

type PolicyPageProps = {
  title: string
  lead: ReactNode
  figures?: ReactNode
  areFiguresFixed?: true
  sections: readonly Section[]
}

export function PolicyPage({ title, lead, figures, areFiguresFixed, sections: all }: PolicyPageProps) {
  const { own, keepsStandard } = useLoaderData<OwnPageText>()
  const showsAll = own === null || keepsStandard
  const sections = showsAll ? all : all.filter(({ isFixed }) => isFixed)
  return (
    <div className="page pb-8">
      <Breadcrumb trail={[{ label: 'Home', to: '/' }]} current={title} />
      <article>
        <header className="max-w-3xl pt-4 pb-8">
          <h1>{title}</h1>
          {own === null && <p className="mt-4 text-lg text-muted">{lead}</p>}
        </header>
        {own !== null && (
          <div className="prose own-text pb-10">
            <OwnText blocks={own} />
          </div>
        )}
        {(showsAll || areFiguresFixed) && figures}
        {sections.length > 0 && (
          <nav className="contents" aria-labelledby="contents-title">
            <h2 id="contents-title" className="text-base">
              On this page
            </h2>
            {sections.map(({ id, title: name }) => (
              <a key={id} href={`#${id}`} className="link">
                {name}
              </a>
            ))}
          </nav>
        )}
        {sections.map(({ id, title: name, body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="topic">
            <h2 id={`${id}-title`}>{name}</h2>
            <div className="prose">{body}</div>
          </section>
        ))}
      </article>
      <ContactPrompt />
    </div>
  )
}

export type Figure = { label: string; figure: string; note: ReactNode }

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ label, figure, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="figure">{figure}</dd>
          <dd>{note}</dd>
        </div>
      ))}
    </dl>
  )
}
