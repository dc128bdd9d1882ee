import { useLayoutEffect, useEffect, useId, useRef, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { focusInitialElement } from '#web/ui/dialog/dialog.tsx'
import { CloseIcon } from '#web/ui/display/icons.tsx'

type UrlDialogProps = {
  title: ReactNode
  /** Where closing it leads: the list as it was. */
  backTo: string
  children: ReactNode
  footer?: ReactNode
  /** Asked before what was typed would be lost; true lets it close. */
  canClose?: () => boolean
  isNarrow?: boolean
}

/** In the browser alone, before the first paint: the server has no layout to speak of. */
const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * A dialog that is part of the address: it opens by a link, a reload keeps it, Back closes it. Before scripts it stands
 * in the page above the list; then it becomes the browser's own modal dialog.
 */
export function UrlDialog({ title, backTo, children, footer, canClose, isNarrow }: UrlDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isClosing = useRef(false)
  const titleId = useId()
  const navigate = useNavigate()
  useIsomorphicLayoutEffect(() => {
    const element = dialog.current!
    isClosing.current = false
    element.removeAttribute('open')
    element.showModal()
    focusInitialElement('field', element)
    return () => {
      // Closed while it still stands, so that the focus goes back to where it came from.
      isClosing.current = true
      if (element.open) element.close()
    }
  }, [])
  const close = () => {
    if (isClosing.current || canClose?.() === false) return
    isClosing.current = true
    dialog.current?.close()
    void navigate(backTo, { preventScrollReset: true })
  }
  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby={titleId}
      className="dialog addressed-dialog"
      data-narrow={isNarrow || undefined}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        close()
      }}
      onMouseDown={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        close()
      }}
    >
      <div className="dialog-frame">
        <div className="dialog-head">
          <h2 id={titleId} className="text-xl" tabIndex={-1}>
            {title}
          </h2>
          <Link
            to={backTo}
            className="button button-quiet button-icon"
            aria-label="Close"
            onClick={(event) => {
              event.preventDefault()
              close()
            }}
          >
            <CloseIcon />
          </Link>
        </div>
        <div className="dialog-body">{children}</div>
        {footer && <div className="dialog-foot">{footer}</div>}
        <p role="status" data-announcer className="visually-hidden" />
      </div>
    </dialog>
  )
}
