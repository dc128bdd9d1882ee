import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { classNames } from '#web/ui/display/class-names.ts'
import { CloseIcon } from '#web/ui/display/icons.tsx'

type ModalProps = {
  open: boolean
  /** Called for Escape, the close button, a press beside the dialog, and after it was closed from outside. */
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Stays in view under the scrolling body: the place of the dialog's own buttons. */
  footer?: ReactNode
  closeLabel?: string
  className?: string
  /** Where the focus starts; left out, at what comes first: the close button. */
  initialFocus?: 'title' | 'field'
}

const FIRST_FIELD = '.dialog-body :is(input:not([type=hidden]), select, textarea)'

/** For a dialog that was shown just now; one without a field starts at its title. */
export function focusInitialElement(focusTarget: 'title' | 'field', dialog: HTMLDialogElement) {
  const field = focusTarget === 'field' ? dialog.querySelector<HTMLElement>(FIRST_FIELD) : null
  const start = field ?? dialog.querySelector<HTMLElement>('.dialog-head h2')
  start?.focus()
}

/** The browser's own modal dialog: focus stays inside, the page behind is inert, and focus goes back afterwards. */
function Modal({ open, onClose, title, children, footer, closeLabel = 'Close', className, initialFocus }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    if (open && element && !element.open) {
      element.showModal()
      if (initialFocus) focusInitialElement(initialFocus, element)
    }
    if (!open && element?.open) element.close()
  }, [open, initialFocus])
  // On the press and not on the click: a drag that starts inside and ends beside closes nothing.
  const handleBackdropPress = (event: MouseEvent) => {
    if (event.target !== dialog.current) return
    // The focus goes back to what opened it, not to whatever lies under the pointer.
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={className}
      onClose={(event) => event.target === dialog.current && onClose()}
      onMouseDown={handleBackdropPress}
    >
      <div className="dialog-frame">
        <div className="dialog-head">
          <h2 id={titleId} className="text-xl" tabIndex={initialFocus && -1}>
            {title}
          </h2>
          <button type="button" className="button button-quiet button-icon" aria-label={closeLabel} onClick={onClose}>
            <CloseIcon />
          </button>
        </div>
        <div className="dialog-body">{children}</div>
        {footer && <div className="dialog-foot">{footer}</div>}
        {/* The page's own live region is inert while a dialog is open. */}
        <p role="status" data-announcer className="visually-hidden" />
      </div>
    </dialog>
  )
}

export function Dialog({ className, ...props }: ModalProps) {
  return <Modal {...props} className={classNames('dialog', className)} />
}

/** A dialog as high as the window that slides in from the right. */
export function Drawer({ className, ...props }: ModalProps) {
  return <Modal {...props} className={classNames('drawer', className)} />
}
