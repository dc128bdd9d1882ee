import { useLayoutEffect, useEffect, useId, useRef, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { hasUnsavedChanges } from '#kit/actions/unsaved-changes.ts'
import { focusInitialElement } from '#kit/dialog/dialog.tsx'
import { CloseIcon } from '#kit/display/icons.tsx'

type UrlDialogProps = {
  title: ReactNode
  backTo: string
  children: ReactNode
  footer?: ReactNode
  isNarrow?: boolean
}

/** React warns about useLayoutEffect on the server. */
const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

export function UrlDialog({ title, backTo, children, footer, isNarrow }: UrlDialogProps) {
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
      // Closed before removal, so that the browser returns the focus to the opener.
      isClosing.current = true
      if (element.open) element.close()
    }
  }, [])
  const close = () => {
    if (isClosing.current || !dialog.current) return
    // If there are entries, the question comes first.
    if (!hasUnsavedChanges(dialog.current)) {
      isClosing.current = true
      dialog.current.close()
    }
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
