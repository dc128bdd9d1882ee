import { LinkButton } from '#web/ui/button.tsx'
import { heroPicture } from './hero-picture.ts'

const { wide, phone } = heroPicture
const WIDE = '(min-width: 40rem)'

/**
 * The first thing a visitor sees (§2): the headline in the calm of the picture, or above it where there is no room.
 * In this order: a browser that paints what has come so far then has nothing to move.
 */
export function Hero() {
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className="page hero-words">
        <p className="eyebrow">Kerala and Wayanad, delivered</p>
        <h1 id="hero-title">Authentic Indian Flavors</h1>
        <p className="hero-lead">
          Pepper from the hill farms, forest honey, chips fried in coconut oil: a small shop for everything a Kerala
          kitchen in Britain misses.
        </p>
        <LinkButton to="/products">Shop Now</LinkButton>
      </div>
      <picture className="hero-picture">
        <source media={WIDE} type="image/avif" srcSet={wide.avif} sizes="100vw" width={wide.width} height={wide.height} />
        <source media={WIDE} type="image/webp" srcSet={wide.webp} sizes="100vw" width={wide.width} height={wide.height} />
        <source type="image/avif" srcSet={phone.avif} sizes="100vw" />
        <img
          src={phone.src}
          srcSet={phone.webp}
          sizes="100vw"
          width={phone.width}
          height={phone.height}
          alt=""
          fetchPriority="high"
          decoding="sync"
        />
      </picture>
    </section>
  )
}
