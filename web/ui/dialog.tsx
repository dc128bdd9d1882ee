import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CloseIcon } from './icons.tsx'

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
}

/** The browser's own modal dialog: focus stays inside, the page behind is inert, and focus goes back afterwards. */
function Modal({ open, onClose, title, children, footer, closeLabel = 'Close', className }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    if (open && !element?.open) element?.showModal()
    if (!open && element?.open) element.close()
  }, [open])
  // On the press and not on the click: a drag that starts inside and ends beside closes nothing.
  const pressBeside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={className}
      onClose={(event) => event.target === dialog.current && onClose()}
      onMouseDown={pressBeside}
    >
      <div className="dialog-frame">
        <div className="dialog-head">
          <h2 id={titleId} className="text-xl">
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
