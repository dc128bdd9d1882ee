import { Button, type ButtonProps } from '#kit/form/button.tsx'

/** Opens a dialog; without scripts the same page, whose address asks for it. */
export const AskButton = ({ onOpen, ...button }: ButtonProps & { onOpen: () => void }) => (
  <form method="get">
    <Button
      {...button}
      type="submit"
      name="ask"
      onClick={(event) => {
        event.preventDefault()
        onOpen()
      }}
    />
  </form>
)
