import { LinkButton } from '#web/ui/form/button.tsx'
import type { HomeContent } from './home-content.server.ts'

/** A browser that paints a partial document then has nothing to move. */
export function Hero({ eyebrow, lead, sources, image }: HomeContent['hero']) {
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="page hero-words">
        <p className="eyebrow">{eyebrow}</p>
        <h1 id="hero-title">Authentic Indian Flavors</h1>
        <p className="hero-lead">{lead}</p>
        <LinkButton to="/products">Shop Now</LinkButton>
      </div>
      <picture className="hero-picture">
        {sources.map((source) => (
          <source key={source.srcSet} sizes="100vw" {...source} />
        ))}
        <img {...image} sizes="100vw" alt="" fetchPriority="high" decoding="sync" />
      </picture>
    </section>
  )
}
