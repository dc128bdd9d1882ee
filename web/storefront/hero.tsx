import { LinkButton } from '#web/ui/button.tsx'
import near1080Avif from './pictures/hero-near-1080.avif'
import near1080 from './pictures/hero-near-1080.webp'
import near480Avif from './pictures/hero-near-480.avif'
import near480 from './pictures/hero-near-480.webp'
import near750Avif from './pictures/hero-near-750.avif'
import near750 from './pictures/hero-near-750.webp'
import wide1440Avif from './pictures/hero-1440.avif'
import wide1440 from './pictures/hero-1440.webp'
import wide1920Avif from './pictures/hero-1920.avif'
import wide1920 from './pictures/hero-1920.webp'
import wide960Avif from './pictures/hero-960.avif'
import wide960 from './pictures/hero-960.webp'

export { wide1440 as heroPicture }

const WIDE = '(min-width: 48rem)'
const wideSources = {
  avif: `${wide960Avif} 960w, ${wide1440Avif} 1440w, ${wide1920Avif} 1920w`,
  webp: `${wide960} 960w, ${wide1440} 1440w, ${wide1920} 1920w`,
}
const nearSources = {
  avif: `${near480Avif} 480w, ${near750Avif} 750w, ${near1080Avif} 1080w`,
  webp: `${near480} 480w, ${near750} 750w, ${near1080} 1080w`,
}

/** The first thing a visitor sees (§2): the headline in the calm of the picture, or above it where there is no room. */
export function Hero() {
  return (
    <section className="hero" aria-labelledby="hero-title">
      <picture className="hero-picture">
        <source media={WIDE} type="image/avif" srcSet={wideSources.avif} sizes="100vw" width="1920" height="1080" />
        <source media={WIDE} type="image/webp" srcSet={wideSources.webp} sizes="100vw" width="1920" height="1080" />
        <source type="image/avif" srcSet={nearSources.avif} sizes="100vw" width="1350" height="900" />
        <img src={near750} srcSet={nearSources.webp} sizes="100vw" width="1350" height="900" alt="" fetchPriority="high" />
      </picture>
      <div className="page hero-words">
        <p className="eyebrow">Kerala and Wayanad, delivered</p>
        <h1 id="hero-title">Authentic Indian Flavors</h1>
        <p className="hero-lead">
          Pepper from the hill farms, forest honey, chips fried in coconut oil: a small shop for everything a Kerala
          kitchen in Britain misses.
        </p>
        <LinkButton to="/products">Shop Now</LinkButton>
      </div>
    </section>
  )
}
