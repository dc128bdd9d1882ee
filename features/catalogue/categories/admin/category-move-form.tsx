import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import type { CategoryName } from '#features/catalogue/products/product.ts'
import { categoryMessages } from '#features/catalogue/products/product-messages.ts'
import { GuardedButton } from '#kit/admin/screen/guarded-button.tsx'
import { PostForm } from '#kit/actions/post-form.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#kit/display/icons.tsx'
import { categoryListPath } from './category-list-url.ts'

type CategoryMoveFormProps = {
  id: string
  name: string
  before: CategoryName | undefined
  after: CategoryName | undefined
  /** Whether another category was just moved, so that this one may be under the pointer. */
  isGuarded: boolean
}

/** Two buttons, so that the order can be changed by keyboard and without scripts. */
export function CategoryMoveForm({ id, name, before, after, isGuarded }: CategoryMoveFormProps) {
  const isMoving = useNavigation().formData?.get('id') === id
  const form = useRef<HTMLFormElement>(null)
  const hadFocus = useRef(false)
  // At either end one of the buttons disappears, with the focus.
  useEffect(() => {
    if (hadFocus.current && !form.current?.contains(document.activeElement))
      form.current?.querySelector('button')?.focus()
  }, [before?.id, after?.id])
  return (
    <PostForm
      ref={form}
      action={categoryListPath()}
      preventScrollReset
      replace
      onFocus={() => (hadFocus.current = true)}
      onBlur={(event) => (hadFocus.current = event.relatedTarget === null)}
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="intent" value="move" />
      {before && (
        <MoveButton
          neighbour={before.id}
          label={categoryMessages.moveBefore(name, before.name)}
          isMoving={isMoving}
          isGuarded={isGuarded}
        >
          <ChevronLeftIcon />
        </MoveButton>
      )}
      {after && (
        <MoveButton
          neighbour={after.id}
          label={categoryMessages.moveAfter(name, after.name)}
          isMoving={isMoving}
          isGuarded={isGuarded}
        >
          <ChevronRightIcon />
        </MoveButton>
      )}
    </PostForm>
  )
}

type MoveButtonProps = {
  neighbour: string
  label: string
  isMoving: boolean
  isGuarded: boolean
  children: React.ReactNode
}

function MoveButton({ neighbour, label, isMoving, isGuarded, children }: MoveButtonProps) {
  return (
    <GuardedButton
      type="submit"
      name="neighbour_id"
      value={neighbour}
      size="small"
      variant="outline"
      aria-label={label}
      title={label}
      pending={isMoving}
      isGuarded={isGuarded}
    >
      {children}
    </GuardedButton>
  )
}
