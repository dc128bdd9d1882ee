import { useNavigation } from 'react-router'
import { Button, type ButtonProps } from './button.tsx'

/** Sends its form for `intent`, and is pending while the form is being sent. */
export function SendButton({ intent, ...button }: { intent: string } & ButtonProps) {
  const isPending = useNavigation().formData?.get('intent') === intent
  return <Button {...button} type="submit" name="intent" value={intent} pending={isPending} />
}
