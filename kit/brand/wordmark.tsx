import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { Emblem } from './emblem.tsx'

export function Wordmark() {
  const { name, mark, logo } = useShopIdentity()
  if (logo) {
    const { image_url, width, height } = logo
    return (
      <span className="wordmark">
        <img src={image_url} width={width} height={height} alt={name} className="wordmark-logo" />
      </span>
    )
  }
  return (
    <span className="wordmark">
      <Emblem className="wordmark-emblem" />
      {mark.letters ? (
        <>
          <svg
            viewBox="-1 -1 185 22"
            className="wordmark-letters"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.9"
            aria-hidden="true"
          >
            <path d={mark.letters} />
          </svg>
          <span className="visually-hidden">{name}</span>
        </>
      ) : (
        <span className="display wordmark-name">{name}</span>
      )}
    </span>
  )
}
