import { CloseIcon } from '#kit/display/icons.tsx'

export const DismissButton = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className="button button-quiet button-icon" aria-label="Dismiss" onClick={onClick}>
    <CloseIcon />
  </button>
)
