import { Form, type FormProps } from 'react-router'
import { FormUserIdInput } from './page-user.tsx'

/** A signed-in user's form: it names the user for whom its page was rendered. */
export const PostForm = ({ children, ...form }: Omit<FormProps, 'method'>) => (
  <Form {...form} method="post">
    <FormUserIdInput />
    {children}
  </Form>
)
