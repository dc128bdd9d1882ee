import type { ComponentProps, ElementType } from 'react'
import { Form } from 'react-router'
import { FormUserIdInput } from './page-user.tsx'

type PostFormProps = Omit<ComponentProps<typeof Form>, 'method'> & {
  /** The form of a fetcher. */
  by?: ElementType
}

/** A signed-in user's form: it names the user for whom its page was rendered. */
export const PostForm = ({ by: Sent = Form, children, ...form }: PostFormProps) => (
  <Sent {...form} method="post">
    <FormUserIdInput />
    {children}
  </Sent>
)
