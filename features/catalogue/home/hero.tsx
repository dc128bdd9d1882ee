import { LinkButton } from '#kit/form/button.tsx'
import { classNames } from '#kit/display/class-names.ts'
import type { HomeContent } from './home-content.server.ts'

/** The element order gives a browser that paints a partial document nothing to move. */
export function Hero({ eyebrow, title, lead, button, sources, image, isOwnPicture }: HomeContent['hero']) {
  const isLong = title.length > MAX_SHORT_TITLE
  return (
    <section
      className={classNames('hero', isOwnPicture && 'hero-split', isLong && 'hero-long')}
      aria-labelledby="hero-title"
    >
      <div className="page hero-words">
        <p className="eyebrow">{eyebrow}</p>
        <h1 id="hero-title">{title}</h1>
        <p className="hero-lead">{lead}</p>
        <LinkButton to="/products">{button}</LinkButton>
      </div>
      <picture className="hero-picture">
        {sources.map((source) => (
          <source key={source.srcSet} sizes={isOwnPicture ? SPLIT_SIZES : '100vw'} {...source} />
        ))}
        <img {...image} alt={image.alt} sizes="100vw" fetchPriority="high" decoding="sync" />
      </picture>
    </section>
  )
}

const SPLIT_SIZES = '(min-width: 64rem) 58vw, 100vw'
/** Fits into three lines at the standard title's size. */
const MAX_SHORT_TITLE = 26
