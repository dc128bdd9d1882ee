import type { ComponentProps, ElementType } from 'react'
import { Form } from 'react-router'
import { FormUserIdInput } from './page-user.tsx'

type PostFormProps = Omit<ComponentProps<typeof Form>, 'method'> & {
  /** The form of a fetcher. */
  by?: ElementType
}

/** A form of somebody who is signed in: it names the user that its page was rendered for. */
export const PostForm = ({ by: Sent = Form, children, ...form }: PostFormProps) => (
  <Sent {...form} method="post">
    <FormUserIdInput />
    {children}
  </Sent>
)
