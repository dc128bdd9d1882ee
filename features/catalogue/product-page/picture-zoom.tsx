import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { pictureVariantUrl } from '#shop/picture-key.ts'
import { galleryMessages } from '#features/catalogue/storefront/gallery-messages.ts'
import { pictureZoomMessages } from '#features/catalogue/storefront/picture-zoom-messages.ts'
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon, MinusIcon, PlusIcon } from '#kit/display/icons.tsx'
import { announce } from '#kit/feedback/live-region.tsx'
import type { GalleryPicture } from './product-label.ts'

type PictureZoomProps = {
  name: string
  pictures: readonly GalleryPicture[]
  startIndex: number
  onClose: () => void
}

/** A hand that clicks moves the pointer less. */
const MIN_DRAG_PIXELS = 5

/** At double size, scrolling moves it: by finger, wheel, arrow keys or dragging. */
export default function PictureZoom({ name, pictures, startIndex, onClose }: PictureZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const zoomButton = useRef<HTMLButtonElement>(null)
  const drag = useRef<{ x: number; y: number; hasMoved: boolean }>(null)
  const [index, setIndex] = useState(startIndex)
  const [isLarge, setLarge] = useState(false)
  useEffect(() => {
    const element = dialog.current!
    if (!element.open) element.showModal()
    zoomButton.current?.focus()
    // Closed before it is removed, so that the browser returns the focus.
    return () => element.close()
  }, [])

  const show = (next: number) => {
    if (next < 0 || next >= pictures.length) return
    setIndex(next)
    setLarge(false)
    announce(galleryMessages.shown(next + 1, pictures.length, pictures[next]!.alt))
  }
  /** Keeps the point in view in place: the middle, or the clicked point. */
  const toggle = (x = 0.5, y = 0.5) => {
    setLarge(!isLarge)
    requestAnimationFrame(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = stage.current!
      stage.current!.scrollTo((scrollWidth - clientWidth) * x, (scrollHeight - clientHeight) * y)
    })
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '-') {
      if (isLarge === (event.key === '-')) toggle()
    } else if (!isLarge && event.key === 'ArrowLeft') show(index - 1)
    else if (!isLarge && event.key === 'ArrowRight') show(index + 1)
    else if (isLarge && event.target !== stage.current && event.key.startsWith('Arrow'))
      stage.current!.scrollBy(arrowStep(event.key))
    else return
    event.preventDefault()
  }
  const handlePointerDown = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, y: event.clientY, hasMoved: false }
  }
  const handlePointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (!drag.current) return
    const [left, top] = [drag.current.x - clientX, drag.current.y - clientY]
    const hasMoved = drag.current.hasMoved || Math.hypot(left, top) >= MIN_DRAG_PIXELS
    if (!hasMoved) return
    stage.current!.scrollBy(left, top)
    drag.current = { x: clientX, y: clientY, hasMoved }
  }
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    const isOnPicture = event.target instanceof Element && stage.current!.contains(event.target)
    if (!isOnPicture || drag.current?.hasMoved) return
    const { left, top, width, height } = stage.current!.getBoundingClientRect()
    toggle((event.clientX - left) / width, (event.clientY - top) / height)
  }
  const picture = pictures[index]!
  return (
    <dialog
      ref={dialog}
      className="picture-zoom"
      aria-label={pictureZoomMessages.title(name)}
      onClose={onClose}
      onKeyDown={handleKeyDown}
      onClick={handleClick}
    >
      <div className="picture-zoom-bar">
        {pictures.length > 1 && (
          <>
            <ZoomButton
              label={pictureZoomMessages.previous}
              isOff={index === 0}
              onClick={() => show(index - 1)}
            >
              <ChevronLeftIcon />
            </ZoomButton>
            <span aria-hidden="true">{pictureZoomMessages.place(index + 1, pictures.length)}</span>
            <ZoomButton
              label={pictureZoomMessages.next}
              isOff={index === pictures.length - 1}
              onClick={() => show(index + 1)}
            >
              <ChevronRightIcon />
            </ZoomButton>
          </>
        )}
        <button
          ref={zoomButton}
          type="button"
          className="button button-quiet button-icon"
          aria-label={isLarge ? pictureZoomMessages.reduce : pictureZoomMessages.enlarge}
          onClick={() => toggle()}
        >
          {isLarge ? <MinusIcon /> : <PlusIcon />}
        </button>
        <ZoomButton label={pictureZoomMessages.close} onClick={() => dialog.current!.close()}>
          <CloseIcon />
        </ZoomButton>
      </div>
      <div
        ref={stage}
        className="picture-zoom-stage"
        data-large={isLarge || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrollable regions must be focusable for keyboard users.
        tabIndex={isLarge ? 0 : undefined}
        role="group"
        aria-label={picture.alt}
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
        onPointerUp={() => setTimeout(() => (drag.current = null))}
      >
        <picture key={picture.image_url}>
          <source
            type="image/avif"
            srcSet={pictureVariantUrl(picture.image_url, Math.max(...picture.widths), 'avif')}
          />
          <img
            src={picture.image_url}
            alt={picture.alt}
            width={picture.width}
            height={picture.height}
            draggable="false"
          />
        </picture>
      </div>
      <p role="status" data-announcer className="visually-hidden" />
    </dialog>
  )
}

const ARROW_STEP = 80
const arrowStep = (key: string) => ({
  left: key === 'ArrowLeft' ? -ARROW_STEP : key === 'ArrowRight' ? ARROW_STEP : 0,
  top: key === 'ArrowUp' ? -ARROW_STEP : key === 'ArrowDown' ? ARROW_STEP : 0,
})

type ZoomButtonProps = { label: string; isOff?: boolean; onClick: () => void; children: React.ReactNode }

/** At an end the button stays, so that it keeps the focus. */
function ZoomButton({ label, isOff = false, onClick, children }: ZoomButtonProps) {
  return (
    <button
      type="button"
      className="button button-quiet button-icon"
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
