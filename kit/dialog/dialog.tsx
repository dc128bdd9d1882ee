import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { classNames } from '#kit/display/class-names.ts'
import { CloseIcon } from '#kit/display/icons.tsx'

type ModalProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  footer?: ReactNode
  closeLabel?: string
  className?: string
  initialFocus?: 'title' | 'field'
}

const FIRST_FIELD = '.dialog-body :is(input:not([type=hidden]), select, textarea)'

/** Called after showing the dialog; a dialog without a field focuses its title. */
export function focusInitialElement(focusTarget: 'title' | 'field', dialog: HTMLDialogElement) {
  const field = focusTarget === 'field' ? dialog.querySelector<HTMLElement>(FIRST_FIELD) : null
  const target = field ?? dialog.querySelector<HTMLElement>('.dialog-head h2')
  target?.focus()
}

function Modal({
  open,
  onClose,
  title,
  children,
  footer,
  closeLabel = 'Close',
  className,
  initialFocus,
}: ModalProps) {
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
  // On pointer down rather than click: a drag that ends on the backdrop closes nothing.
  const handleBackdropPress = (event: MouseEvent) => {
    if (event.target !== dialog.current) return
    // The focus must not move to the element under the pointer, so that it returns to the opener.
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={className}
      // The browser reports a closed dialog later; until then, a press would open nothing, and what it opened
      // would close.
      onCancel={({ target }) => target === dialog.current && onClose()}
      onClose={({ target }) => target === dialog.current && !dialog.current.open && onClose()}
      onMouseDown={handleBackdropPress}
    >
      <div className="dialog-frame">
        <div className="dialog-head">
          <h2 id={titleId} className="text-xl" tabIndex={initialFocus && -1}>
            {title}
          </h2>
          <button
            type="button"
            className="button button-quiet button-icon"
            aria-label={closeLabel}
            onClick={onClose}
          >
            <CloseIcon />
          </button>
        </div>
        <div className="dialog-body">{children}</div>
        {footer && <div className="dialog-foot">{footer}</div>}
        {/* The page's live region is inert while a dialog is open. */}
        <p role="status" data-announcer className="visually-hidden" />
      </div>
    </dialog>
  )
}

export function Dialog({ className, ...props }: ModalProps) {
  return <Modal {...props} className={classNames('dialog', className)} />
}

export function Drawer({ className, ...props }: ModalProps) {
  return <Modal {...props} className={classNames('drawer', className)} />
}
