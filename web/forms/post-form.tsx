import type { ComponentProps } from 'react'
import { Form } from 'react-router'
import { FormUserIdInput } from './page-user.tsx'

/** A form of somebody who is signed in: it names the user that its page was rendered for. */
export const PostForm = ({ children, ...form }: Omit<ComponentProps<typeof Form>, 'method'>) => (
  <Form {...form} method="post">
    <FormUserIdInput />
    {children}
  </Form>
)
